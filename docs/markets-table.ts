/** The markets with their payment options, in the order in which payment-options returns them. */
import { markets } from '../simulator/catalog/markets.ts';
import { code, table } from './table.ts';

export function marketsTable(): string {
	const rows = markets.map(({ country, currency, options }) => {
		const names = options.map(({ name, banks }) => (banks.length > 0 ? `**${name}**` : name));
		return [`${code(country)} ${code(currency)}`, names.join(', ')];
	});
	return table(['market', 'options, in order'], rows);
}
