/**
 * Generates customers that are valid for their market: the `customer` object of the interface document. None is a real
 * person.
 */
import { allLocales, base, en, Faker } from '@faker-js/faker';
import type { Customer } from '../contract/payment-options.ts';
import type { MarketPeople } from './market.ts';
import { peopleByCountry } from './markets.ts';

const marketOf = new Map(Object.entries(peopleByCountry));

/** The country codes of the catalog, such as `CO` and `MX`. */
export const customerCountries: readonly string[] = [...marketOf.keys()];

/** The date on which faker bases its dates; without it, they would depend on the machine's clock. */
const referenceDate = '2027-01-01T00:00:00.000Z';

export interface CreateCustomersOptions {
	market: string;
	count: number;
	seed: number;
}

export function createCustomers({ market, count, seed }: CreateCustomersOptions): Customer[] {
	return Array.from({ length: count }, (_, index) => createCustomer({ market, seed, index }));
}

/** Generates one customer. It depends only on market, seed and index, not on other customers. */
export function createCustomer(wanted: { market: string; seed: number; index: number }): Customer {
	const market = findMarket(wanted.market);
	const faker = fakerFor(market);
	// Seed faker with a list: with a sum, the second customer of seed 1 would be the first of seed 2.
	faker.seed([wanted.seed, wanted.index, ...Buffer.from(wanted.market)]);

	const { firstName, lastName } = drawNames(faker, market);
	const place = faker.helpers.arrayElement(market.places);
	return {
		name: market.familyNameFirst ? `${lastName} ${firstName}` : `${firstName} ${lastName}`,
		// The mail domains are reserved by RFC 2606 and the IP addresses by RFC 5737: no mail and no packet reaches a
		// person.
		email: faker.internet.exampleEmail(mailNames(faker, firstName, lastName)),
		phone: faker.helpers.fromRegExp(market.phone),
		...createDevice(faker),
		ip: faker.internet.ipv4({ network: 'test-net-1' }),
		address: {
			...market.street(faker),
			country: wanted.market,
			zipCode: faker.helpers.arrayElement(place.zipCodes),
			city: place.city,
			state: place.state,
		},
	};
}

function findMarket(name: string): MarketPeople {
	const market = marketOf.get(name);
	if (!market) {
		throw new Error(
			`No customers for market "${name}": known are ${customerCountries.join(', ')}.`,
		);
	}
	return market;
}

const fakers = new WeakMap<MarketPeople, Faker>();

/**
 * Returns the faker of a market. It is kept, because faker merges its locales when it is created, which takes longer
 * than a customer.
 */
function fakerFor(market: MarketPeople): Faker {
	const cached = fakers.get(market);
	if (cached) return cached;
	const locales = market.locales.map((name) => allLocales[name]);
	const faker = new Faker({ locale: [...locales, en, base] });
	faker.setDefaultRefDate(referenceDate);
	fakers.set(market, faker);
	return faker;
}

function drawNames(faker: Faker, { names }: MarketPeople) {
	return {
		firstName: names ? faker.helpers.arrayElement(names.first) : faker.person.firstName(),
		lastName: names ? faker.helpers.arrayElement(names.last) : faker.person.lastName(),
	};
}

/**
 * The names for a mail address. Faker writes letters that it cannot transliterate as code points, so such names get a
 * generic mailbox.
 */
function mailNames(faker: Faker, firstName: string, lastName: string) {
	if (/\p{Script=Latin}/u.test(firstName)) {
		return { firstName: plain(firstName), lastName: plain(lastName) };
	}
	return { firstName: 'customer', lastName: faker.string.alpha({ length: 6, casing: 'lower' }) };
}

/** Letters that have no base letter in Unicode: faker removes only accents. */
const plainLetters: Record<string, string> = { ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ı: 'i' };

function plain(name: string): string {
	return name.replace(/[łŁđĐı]/g, (letter) => plainLetters[letter] ?? letter);
}

type UserDevice = 'MOBILE' | 'DESKTOP' | 'TABLET';

/** The user agents of each device. `{chrome}` and `{ios}` stand for versions; browsers no longer change the rest. */
const userAgents: Record<UserDevice, readonly string[]> = {
	MOBILE: [
		'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{chrome}.0.0.0 Mobile Safari/537.36',
		'Mozilla/5.0 (iPhone; CPU iPhone OS {ios}_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/{ios}.0 Mobile/15E148 Safari/604.1',
	],
	DESKTOP: [
		'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{chrome}.0.0.0 Safari/537.36',
		'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/{ios}.0 Safari/605.1.15',
		'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{chrome}.0.0.0 Safari/537.36',
	],
	TABLET: [
		'Mozilla/5.0 (iPad; CPU OS {ios}_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/{ios}.0 Mobile/15E148 Safari/604.1',
		'Mozilla/5.0 (Linux; Android 10; Tablet) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{chrome}.0.0.0 Safari/537.36',
	],
};

function createDevice(faker: Faker): { userDevice: UserDevice; userAgent: string } {
	const userDevice = faker.helpers.weightedArrayElement<UserDevice>([
		{ value: 'MOBILE', weight: 6 },
		{ value: 'DESKTOP', weight: 3 },
		{ value: 'TABLET', weight: 1 },
	]);
	const userAgent = faker.helpers
		.arrayElement(userAgents[userDevice])
		.replaceAll('{chrome}', String(faker.number.int({ min: 128, max: 142 })))
		.replaceAll('{ios}', String(faker.number.int({ min: 16, max: 18 })));
	return { userDevice, userAgent };
}
