/** How a market's file describes its people and addresses. */
import type { Faker, LocaleDefinition } from '@faker-js/faker';

interface City {
	city: string;
	state: string;
	zipCodes: readonly [string, ...string[]];
}

interface Street {
	street: string;
	streetNumber: string;
}

export interface CustomerMarket {
	country: string;
	/** The most specific first: faker falls back along the list. */
	locale: readonly LocaleDefinition[];
	/** For a country whose names faker does not have. */
	names?: { first: readonly string[]; last: readonly string[] };
	familyNameFirst?: true;
	/**
	 * A mobile number in E.164, in faker's pattern language, where the leading plus is literal. Many of faker's own
	 * "international" numbers are no valid mobile numbers.
	 */
	phone: string;
	/** Each city has its own state and zip codes: faker would draw the three independently. */
	places: readonly [City, ...City[]];
	street(faker: Faker): Street;
}

/** One of the streets, and a house number up to `highest`. */
export function streetOf(streets: readonly string[], highest: number) {
	return (faker: Faker): Street => ({
		street: faker.helpers.arrayElement(streets),
		streetNumber: String(faker.number.int({ min: 1, max: highest })),
	});
}
