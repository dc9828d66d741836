/** All markets, in the order in which lists show them. */
import { austria } from './at.ts';
import { brazil } from './br.ts';
import { canada } from './ca.ts';
import { cardOnlyMarkets } from './card-only.ts';
import { chile } from './cl.ts';
import { colombia } from './co.ts';
import { indonesia } from './id.ts';
import { india } from './in.ts';
import { japan } from './jp.ts';
import type { MarketPack } from './market.ts';
import { mexico } from './mx.ts';
import { malaysia } from './my.ts';
import { nigeria } from './ng.ts';
import { netherlands } from './nl.ts';
import { peru } from './pe.ts';
import { poland } from './pl.ts';
import { thailand } from './th.ts';
import { turkey } from './tr.ts';
import { vietnam } from './vn.ts';
import { southAfrica } from './za.ts';

export const markets: readonly MarketPack[] = [
	colombia,
	mexico,
	brazil,
	chile,
	peru,
	malaysia,
	poland,
	india,
	austria,
	netherlands,
	thailand,
	indonesia,
	southAfrica,
	turkey,
	japan,
	nigeria,
	vietnam,
	canada,
	...cardOnlyMarkets,
];
