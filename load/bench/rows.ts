/** The target table: every row with what it is compared with. */
import { bare, expressZod, sandbox } from './contestants.ts';
import type { Measurement, Row } from './row.ts';
import { atLeast } from './row.ts';
import { fixedLatency, pendingAnswers } from './rows/fixed-latency.ts';
import { lognormalLatency } from './rows/lognormal-latency.ts';
import { manyPayments } from './rows/many-payments.ts';
import { soak } from './rows/soak.ts';
import { start } from './rows/start.ts';
import { throughput } from './rows/throughput.ts';

const ofBare = 'of what bare node:http answers';

const paymentOptions = throughput({
	visit: 'paymentOptions',
	reference: bare(),
	contenders: [
		{
			row: {
				id: 'payment-options',
				title: 'payment-options, default settings',
				reference: 'bare node:http doing the same work',
			},
			limit: atLeast(0.6, 'x', ofBare),
			contestant: sandbox(),
		},
		{
			row: {
				id: 'journal-counters',
				title: 'payment-options, journal.mode=counters',
				reference: 'bare node:http doing the same work',
			},
			limit: atLeast(0.72, 'x', ofBare),
			contestant: sandbox({ 'journal.mode': 'counters' }, 'payin-sandbox, counters only'),
		},
	],
	bystanders: [expressZod],
});

const flow = throughput({
	visit: 'flow',
	reference: bare(),
	contenders: [
		{
			row: {
				id: 'flow',
				title: 'The whole bank flow, three calls',
				reference: 'the same three calls on bare node:http with a Map',
			},
			limit: atLeast(0.6, 'x', ofBare),
			contestant: sandbox(),
		},
	],
	bystanders: [],
});

export const measurements: readonly Measurement[] = [
	paymentOptions,
	flow,
	fixedLatency,
	pendingAnswers,
	lognormalLatency,
	manyPayments,
	start,
	soak,
];

export const rows: readonly Row[] = measurements.flatMap((measurement) => measurement.rows);
