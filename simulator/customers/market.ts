/** The form in which `markets.ts` describes the people and addresses of a market, and functions for its streets. */
import type { allLocales, Faker } from '@faker-js/faker';

interface City {
	city: string;
	state: string;
	zipCodes: readonly [string, ...string[]];
}

interface Street {
	street: string;
	streetNumber: string;
}

export interface MarketPeople {
	/** The locales of faker, the most specific first. Faker falls back along this list, and then to English. */
	locales: readonly (keyof typeof allLocales)[];
	/** Names for a country that faker does not have. */
	names?: { first: readonly string[]; last: readonly string[] };
	familyNameFirst?: true;
	/**
	 * The pattern of a mobile number in E.164, in faker's pattern language, where the leading plus is literal. Many of
	 * faker's own "international" numbers are not valid mobile numbers.
	 */
	phone: string;
	/** Cities with their own states and zip codes: faker would draw the three independently. */
	places: readonly [City, ...City[]];
	street(faker: Faker): Street;
}

/** Returns a generator of addresses: one of the streets, and a house number up to `highest`. */
export function createStreetGenerator(streets: readonly string[], highest: number) {
	return (faker: Faker): Street => ({
		street: faker.helpers.arrayElement(streets),
		streetNumber: String(faker.number.int({ min: 1, max: highest })),
	});
}

/** Generates a street with a house number. In Brazil, most streets are named after people. */
export function generateBrazilianStreet(faker: Faker): Street {
	const kind = faker.helpers.arrayElement(['Rua', 'Avenida', 'Travessa', 'Alameda']);
	return {
		street: `${kind} ${faker.person.firstName()} ${faker.person.lastName()}`,
		streetNumber: String(faker.number.int({ min: 1, max: 2900 })),
	};
}

/**
 * Generates a street with a house number. In Mexico, most streets are named after people, and some house numbers have
 * the letter of a flat.
 */
export function generateMexicanStreet(faker: Faker): Street {
	const kind = faker.helpers.arrayElement(['Calle', 'Avenida', 'Calzada', 'Privada']);
	const number = faker.number.int({ min: 1, max: 2400 });
	const flat = faker.helpers.maybe(() => faker.helpers.arrayElement(['-A', '-B', ' int. 4']), {
		probability: 0.15,
	});
	return {
		street: `${kind} ${faker.person.firstName()} ${faker.person.lastName()}`,
		streetNumber: `${number}${flat ?? ''}`,
	};
}

/**
 * Generates a street with a house number. In Colombia, streets are numbered, such as `Calle 72`; a house number is the
 * cross street and the metres from it, such as `10-07`.
 */
export function generateColombianStreet(faker: Faker): Street {
	const kind = faker.helpers.arrayElement(['Calle', 'Carrera', 'Diagonal', 'Transversal']);
	const metres = String(faker.number.int({ min: 1, max: 99 })).padStart(2, '0');
	return {
		street: `${kind} ${faker.number.int({ min: 1, max: 170 })}`,
		streetNumber: `${faker.number.int({ min: 1, max: 120 })}-${metres}`,
	};
}

/** Generates an address line. In Japan streets have no names: an address is a quarter with block, lot and house. */
export function generateJapaneseStreet(faker: Faker): Street {
	const part = (max: number) => faker.number.int({ min: 1, max });
	return {
		street: faker.helpers.arrayElement(['本町', '中央', '栄町', '緑町', '大手町', '旭町']),
		streetNumber: `${part(8)}-${part(30)}-${part(20)}`,
	};
}
