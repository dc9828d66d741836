/** What a market's file states about the people who live there. */
import type { Faker, LocaleDefinition } from '@faker-js/faker';

interface Place {
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
	/** Most specific first; faker falls back along the list. */
	locale: readonly LocaleDefinition[];
	/** Where faker has no names of the country. */
	names?: { first: readonly string[]; last: readonly string[] };
	/** The family name is written first. */
	familyNameFirst?: true;
	/**
	 * A mobile number in E.164, in faker's own pattern language: the leading plus stands for itself. Ours, because
	 * faker's "international" numbers are often not valid mobiles.
	 */
	phone: string;
	/** A city stands with its own state and zip codes: faker draws the three apart, so they would not agree. */
	places: readonly [Place, ...Place[]];
	street(faker: Faker): Street;
}

/** A street of the list, and a house number up to the highest. */
export function streetOf(streets: readonly string[], highest: number) {
	return (faker: Faker): Street => ({
		street: faker.helpers.arrayElement(streets),
		streetNumber: String(faker.number.int({ min: 1, max: highest })),
	});
}
