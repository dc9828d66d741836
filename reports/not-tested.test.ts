import { expect, test } from 'vitest';
import type { RunFacts } from './not-tested.ts';
import { loadSubjectOf, notTestedSentences } from './not-tested.ts';

const plan: RunFacts['plan'] = {
	profile: 'average',
	ratePerSecond: 20,
	steps: ['payment-options', 'payment-suboptions', 'hybrid-payment'],
};

/** The first words of the sentences. */
const topics = (options: Partial<RunFacts>) =>
	notTestedSentences({ plan, subject: 'merchant', isLoopback: false, ...options }).map(
		(sentence) => sentence.split(':')[0],
	);

const average = ['Peak', 'Recovery', 'Capacity', 'Endurance', 'Repeated calls'];

test('an average run says nothing about peak, recovery, capacity, hours and repeated calls', () => {
	expect(topics({})).toEqual([...average, 'The page of the shopper']);
});

test.each([
	['smoke', ['Load', ...average]],
	['spike', ['Capacity', 'Endurance', 'Repeated calls']],
	['soak', ['Peak', 'Recovery', 'Capacity', 'Repeated calls']],
	['breakpoint', ['Recovery', 'Endurance', 'Repeated calls']],
	['idempotency', ['Load', 'Peak', 'Recovery', 'Capacity', 'Endurance']],
])('the profile %s leaves %j untested', (profile, left) => {
	expect(topics({ plan: { ...plan, profile, shopper: 'browser' } })).toEqual(left);
});

test('only a smoke run has a few flows, one after another', () => {
	const load = (profile: string) =>
		notTestedSentences({ plan: { ...plan, profile }, subject: 'merchant', isLoopback: false }).find(
			(sentence) => sentence.startsWith('Load'),
		);
	expect(load('smoke')).toContain('one after another');
	expect(load('idempotency')).toBe(
		'Load: the run looks for second payments; it does not judge response times under load.',
	);
});

test('a rehearsal tested what its members did', () => {
	const profiles = ['smoke', 'average', 'spike', 'breakpoint', 'idempotency'];
	const rehearsal = { ...plan, profile: 'rehearsal', shopper: 'browser' as const };
	expect(topics({ plan: rehearsal, profiles })).toEqual(['Endurance']);
});

test('your system, your checkout and the network are named', () => {
	expect(topics({ subject: loadSubjectOf({}), isLoopback: true })).toEqual([
		...['Your system', ...average],
		...['The page of the shopper', 'The network'],
	]);
	expect(topics({ subject: loadSubjectOf({ target: 'https://pay.example' }) })[0]).toBe(
		'Your checkout',
	);
	expect(topics({ subject: loadSubjectOf({ merchant: 'm.json', target: 'x' }) })[0]).toBe('Peak');
});

test('the declared peak is tested from its rate on', () => {
	const peakOf = (declared: number, highest: number) => {
		const phases = [{ name: 'peak', ratePerSecond: highest, startSecond: 0, endSecond: 60 }];
		const sentences = notTestedSentences({
			plan: { ...plan, profile: 'spike', phases, declared: { peak: declared } },
			...{ subject: 'merchant', isLoopback: false },
		});
		return sentences.find((sentence) => sentence.startsWith('Peak'));
	};
	expect(peakOf(60, 60)).toBeUndefined();
	expect(peakOf(60, 40)).toBe(
		'Peak: 60 flows per second are declared, and at most 40 were asked for.',
	);
});

test('a declared average is tested from its rate on', () => {
	const averageOf = (ratePerSecond: number) =>
		notTestedSentences({
			plan: { ...plan, profile: 'average', ratePerSecond, declared: { average: 20 } },
			...{ subject: 'merchant', isLoopback: false },
		}).find((sentence) => sentence.startsWith('Average'));
	expect(averageOf(20)).toBeUndefined();
	expect(averageOf(10)).toBe(
		'Average: 20 flows per second are declared, and at most 10 were asked for.',
	);
});

test('a plan without bank flows says so', () => {
	const card = { ...plan, steps: ['payment-options', 'hybrid-payment'] };
	expect(topics({ plan: card, subject: 'target' })).toContain('Bank flows');
});

const found = (orders: number, read: number, declined: number) => ({
	...{ confirmed: orders - declined, declined, beforeSettle: { orders, read, paid: 0 } },
});

const read = { readShare: 1, isSettled: true, comparesCustomers: true };

test('a run that read only some orders before it settled them says how many', () => {
	const orders = { ...read, delayMs: 80, found: found(4_321, 1_000, 1) };
	expect(notTestedSentences({ plan, subject: 'merchant', isLoopback: false, orders })).toContain(
		'Return: 1,000 of 4,321 orders were read before settle. Of the others, nothing shows whether the return alone makes them paid.',
	);
});

test.each(['counters', 'off'])('customers are not compared with journal.mode %s', (mode) => {
	const changed = { ...plan, sandboxSettings: { 'journal.mode': mode } };
	const orders = { ...read, delayMs: 80 };
	const of = (changes: object) =>
		notTestedSentences({
			...{ plan: changed, subject: 'merchant', isLoopback: false },
			orders: { ...orders, ...changes },
		});
	const sentence = `Customers: journal.mode of the sandbox is ${mode}, so nothing shows whether payments have the customers of their orders. Set it to full, in the sandbox or in load.sandbox of the merchant file.`;
	expect(of({})).toContain(sentence);
	expect(of({ comparesCustomers: false })).not.toContain(sentence);
});

test('undecided payments are named, with their number and what to do', () => {
	const undecidedByStory = { 'merchant/bank': { orders: 1_211, undecided: 12 } };
	const orders = { ...read, delayMs: 80, found: { ...found(40, 40, 2), undecidedByStory } };
	expect(notTestedSentences({ plan, subject: 'merchant', isLoopback: false, orders })).toContain(
		'Undecided payments: 12 of 1,211 orders of merchant/bank whose shopper paid had no final state when verify.within was over, so nothing shows how your shop handles it. Give load.sandbox.processing a shorter time, or raise load.verify.within.',
	);
});

test.each([
	[{ readShare: 1, isSettled: true, comparesCustomers: true }, []],
	[{ readShare: 0, isSettled: true, comparesCustomers: true }, ['Orders']],
	[{ readShare: 0.1, isSettled: true, comparesCustomers: true }, ['Orders']],
	[{ readShare: 1, isSettled: false, comparesCustomers: true }, ['Final states', 'Return']],
	[
		{ readShare: 0, isSettled: false, comparesCustomers: true },
		['Orders', 'Final states', 'Return'],
	],
	[{ readShare: 1, isSettled: true, comparesCustomers: true, found: found(40, 40, 2) }, []],
	[{ readShare: 1, isSettled: true, comparesCustomers: true, found: found(40, 39, 2) }, ['Return']],
	[
		{ readShare: 1, isSettled: true, comparesCustomers: true, found: found(2, 2, 2) },
		['Paid orders'],
	],
	[{ readShare: 1, isSettled: true, comparesCustomers: true, found: found(0, 0, -1) }, ['Return']],
	[
		{ readShare: 1, isSettled: true, comparesCustomers: true, found: found(40, 40, 0) },
		['Declined payments'],
	],
	[{ readShare: 1, isSettled: true, comparesCustomers: true, delayMs: 0 }, ['Slow answers']],
	[{ readShare: 1, isSettled: true, comparesCustomers: true, delayMs: null }, []],
])('of the orders of a shop with %j, %j is not tested', (orders, expected) => {
	expect(topics({ orders: { delayMs: 80, ...orders } })).toEqual([
		...expected,
		...average,
		'The page of the shopper',
	]);
});
