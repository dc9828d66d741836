/** `payin-sandbox customers`: prints generated customers as a JSON array. */
import type { ExitCode } from '../contract/exit-codes.ts';
import { exitCodes } from '../contract/exit-codes.ts';
import { isSeed, seedRule } from '../contract/seed.ts';
import type { CreateCustomersOptions } from './customers.ts';
import { createCustomers, customerCountries } from './customers.ts';

const maximum = 10_000;

export function customersCommand(
	options: CreateCustomersOptions,
	io: { out(text: string): void; err(text: string): void },
): ExitCode {
	const problems = problemsOf(options);
	if (problems.length > 0) {
		for (const problem of problems) io.err(`${problem}\n`);
		return exitCodes.usage;
	}
	io.out(`${JSON.stringify(createCustomers(options), null, 2)}\n`);
	return exitCodes.passed;
}

function problemsOf({ market, count, seed }: CreateCustomersOptions): string[] {
	const problems: string[] = [];
	if (!customerCountries.includes(market)) {
		problems.push(
			`--market "${market}" is not known: give one of ${customerCountries.join(', ')}.`,
		);
	}
	if (!Number.isInteger(count) || count < 1 || count > maximum) {
		problems.push(`--count must be a whole number from 1 to ${maximum}.`);
	}
	if (!isSeed(seed)) problems.push(`--seed ${seedRule}.`);
	return problems;
}
