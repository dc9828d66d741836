/** What a market's file states about the people who live there. */
import type { Faker, LocaleDefinition } from '@faker-js/faker';

interface Place {
	city: string;
	state: string;
	zipCodes: readonly [string, ...string[]];
}

export interface CustomerMarket {
	country: string;
	/** Most specific first; faker falls back along the list. */
	locale: readonly LocaleDefinition[];
	/**
	 * A mobile number in E.164, in faker's own pattern language: the leading plus stands for itself. Ours, because
	 * faker's "international" numbers are often not valid mobiles.
	 */
	phone: string;
	/** A city stands with its own state and zip codes: faker draws the three apart, so they would not agree. */
	places: readonly [Place, ...Place[]];
	street(faker: Faker): { street: string; streetNumber: string };
}
