/** The part of a plan that only the load of a shop has. */
import type { LoadReport } from '../../simulator/contract/run-report.ts';
import { maskShownText } from '../../simulator/domain/card-data.ts';
import type { LoadShop } from './merchant-shop.ts';

type ShopPlan = Pick<LoadReport['plan'], 'sandboxSettings' | 'shop'>;

/** What has to be equal in two runs so that their times can be compared. The order of the markets has no effect. */
export function shopPlan({
	merchant: { file },
	sandboxSettings,
}: Pick<LoadShop, 'merchant' | 'sandboxSettings'>): ShopPlan {
	const shop = {
		markets: [...file.markets].sort(),
		prepare: file.prepare.map(({ method, url }) => `${method} ${maskShownText(pathOf(url))}`),
		untimed: [...new Set(file.load.untimed)],
	};
	return { sandboxSettings, shop };
}

/** The path of an address of the merchant file. Its host may differ from run to run, and its query may have a secret. */
const pathOf = (url: string) =>
	url.replace(/^(\w+:\/\/[^/?#]*|\{sandbox\})/, '').replace(/[?#].*/s, '') || '/';
