/** Made-up customers, valid for their market and never a real person: the document's `customer` object. */
import { Faker } from '@faker-js/faker';
import type { Customer } from '../contract/payment-options.ts';
import { createDevice } from './devices.ts';
import type { CustomerMarket } from './market.ts';
import { markets } from './markets.ts';

const marketOf: ReadonlyMap<string, CustomerMarket> = new Map(
	markets.map((market) => [market.country, market]),
);

/** The markets customers can be made for: `CO`, `MX` and so on, as the catalog has them. */
export const customerMarkets: readonly string[] = [...marketOf.keys()];

/** Faker's dates follow the wall clock unless they are told where to stand. */
const referenceDate = '2027-01-01T00:00:00.000Z';

export interface CustomersWanted {
	market: string;
	count: number;
	seed: number;
}

export function createCustomers({ market, count, seed }: CustomersWanted): Customer[] {
	return Array.from({ length: count }, (_, index) => createCustomer({ market, seed, index }));
}

/** Seeded by itself, so a customer is the same whatever the count, and whoever was made before. */
export function createCustomer(wanted: { market: string; seed: number; index: number }): Customer {
	const market = findMarket(wanted.market);
	const faker = new Faker({ locale: [...market.locale] });
	// A list, not a sum: with a sum the second customer of seed 1 would be the first of seed 2.
	faker.seed([wanted.seed, wanted.index, ...Buffer.from(market.country)]);
	faker.setDefaultRefDate(referenceDate);

	const { firstName, lastName } = drawNames(faker, market);
	const place = faker.helpers.arrayElement(market.places);
	return {
		name: market.familyNameFirst ? `${lastName} ${firstName}` : `${firstName} ${lastName}`,
		// Reserved by RFC 2606 (mail) and RFC 5737 (addresses): nothing sent there reaches a person.
		email: faker.internet.exampleEmail(mailNames(faker, firstName, lastName)),
		phone: faker.helpers.fromRegExp(market.phone),
		...createDevice(faker),
		ip: faker.internet.ipv4({ network: 'test-net-1' }),
		address: {
			...market.street(faker),
			country: market.country,
			zipCode: faker.helpers.arrayElement(place.zipCodes),
			city: place.city,
			state: place.state,
		},
	};
}

function drawNames(faker: Faker, { names }: CustomerMarket) {
	return {
		firstName: names ? faker.helpers.arrayElement(names.first) : faker.person.firstName(),
		lastName: names ? faker.helpers.arrayElement(names.last) : faker.person.lastName(),
	};
}

/** Faker spells what it cannot transliterate in code points: a mailbox of another script gets a plain name. */
function mailNames(faker: Faker, firstName: string, lastName: string) {
	if (/\p{Script=Latin}/u.test(firstName)) {
		return { firstName: plain(firstName), lastName: plain(lastName) };
	}
	return { firstName: 'customer', lastName: faker.string.alpha({ length: 6, casing: 'lower' }) };
}

/** Letters that are no base letter with an accent, which faker takes off by itself. */
const plainLetters: Record<string, string> = { ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ı: 'i' };

function plain(name: string): string {
	return name.replace(/[łŁđĐı]/g, (letter) => plainLetters[letter] ?? letter);
}

function findMarket(name: string): CustomerMarket {
	const market = marketOf.get(name);
	if (!market) {
		throw new Error(`No customers for market "${name}": known are ${customerMarkets.join(', ')}.`);
	}
	return market;
}
