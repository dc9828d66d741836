/** The usual formats of customer fields that the interface document only calls text (D-01). */
import { z } from 'zod';

interface UsualFormat {
	fits(value: string): boolean;
	rule: string;
}

export type FieldWithUsualFormat = 'email' | 'phone' | 'ip';

const { ipv4, ipv6 } = z.regexes;

export const usualFormats: Readonly<Record<FieldWithUsualFormat, UsualFormat>> = {
	email: {
		fits: (value) => /^[^\s@]+@[^\s@]+$/.test(value),
		rule: 'must be an e-mail address',
	},
	// The interface document shows the plus sign, but not what follows it.
	phone: {
		fits: (value) => /^\+[0-9]{5,15}$/.test(value),
		rule: 'must be in international format: a plus sign, then 5 to 15 digits',
	},
	ip: {
		fits: (value) => ipv4.test(value) || ipv6.test(value),
		rule: 'must be an IPv4 or IPv6 address',
	},
};

export const fieldsWithUsualFormat = Object.keys(usualFormats) as FieldWithUsualFormat[];
