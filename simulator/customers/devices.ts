/** What a customer browses with: the device kind and a user agent that says the same. */
import type { Faker } from '@faker-js/faker';

const userDevices = ['MOBILE', 'DESKTOP', 'TABLET'] as const;

type UserDevice = (typeof userDevices)[number];

/** `{chrome}` and `{ios}` are filled in. Browsers freeze the rest of the text themselves, so it is listed as it is. */
const agents: Record<UserDevice, readonly string[]> = {
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

export function createDevice(faker: Faker): { userDevice: UserDevice; userAgent: string } {
	const userDevice = faker.helpers.weightedArrayElement<UserDevice>([
		{ value: 'MOBILE', weight: 6 },
		{ value: 'DESKTOP', weight: 3 },
		{ value: 'TABLET', weight: 1 },
	]);
	const userAgent = faker.helpers
		.arrayElement(agents[userDevice])
		.replaceAll('{chrome}', String(faker.number.int({ min: 128, max: 142 })))
		.replaceAll('{ios}', String(faker.number.int({ min: 16, max: 18 })));
	return { userDevice, userAgent };
}
