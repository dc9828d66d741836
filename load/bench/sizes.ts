/** How long and how often: a normal run takes under three minutes, a quick one about thirty seconds. */

export const scales = ['quick', 'normal', 'long'] as const;
export type Scale = (typeof scales)[number];

export interface Sizes {
	scale: Scale | 'tiny';
	/** Compilers warm up over thousands of calls: these are played first, or as many as the time allows. */
	warmUp: { calls: number; limitMs: number };
	/** Of the rows that are taken in turns with a reference. */
	rounds: number;
	/** How often everybody's turn comes in a round: an even number, and nobody is first more often than others. */
	turns: number;
	/** Of a turn. */
	warmUpMs: number;
	/** Of a turn, after its warm-up. */
	measureMs: number;
	connections: number;
	/** Whether servers that nothing is asked of are measured as well. */
	bystanders: boolean;
	fixed: { rounds: number; measureMs: number; perSecond: number };
	/** Draws come in parts, with a word of progress after each. */
	lognormal: { draws: number; parts: number; perSecond: number };
	/** In the small store and in the large one, whose first 40 % must fill the journal, and how long it may take to make them. */
	payments: { few: number; many: number; limitMs: number };
	starts: { built: number; source: number };
	soak: { warmUpParts: number; parts: number; partMs: number; perSecond: number };
}

const normal: Sizes = {
	scale: 'normal',
	warmUp: { calls: 20_000, limitMs: 3_000 },
	// Many: a neighbour's second of work disturbs some of them, and not their median.
	rounds: 10,
	turns: 4,
	warmUpMs: 10,
	measureMs: 100,
	connections: 32,
	bystanders: true,
	fixed: { rounds: 8, measureMs: 900, perSecond: 1_000 },
	lognormal: { draws: 10_000, parts: 5, perSecond: 500 },
	payments: { few: 1_000, many: 100_000, limitMs: 45_000 },
	starts: { built: 7, source: 7 },
	// Five minutes, and two parts before that in which the journal fills and payments begin to go.
	soak: { warmUpParts: 6, parts: 30, partMs: 10_000, perSecond: 300 },
};

export const sizesOf: Record<Scale, Sizes> = {
	normal,
	long: { ...normal, scale: 'long', payments: { few: 1_000, many: 1_000_000, limitMs: 600_000 } },
	quick: {
		...normal,
		scale: 'quick',
		warmUp: { calls: 8_000, limitMs: 800 },
		rounds: 4,
		turns: 2,
		bystanders: false,
		fixed: { ...normal.fixed, rounds: 1, measureMs: 600 },
		lognormal: { draws: 1_000, parts: 1, perSecond: 500 },
		payments: { few: 1_000, many: 8_000, limitMs: 8_000 },
		starts: { built: 2, source: 1 },
	},
};

/** What a shorter run does without, to be said beside its result. */
export const leftOut: Record<Scale, string> = {
	long: '',
	normal:
		'Left out: 10,000 pending answers, 1,000,000 payments and the soak of five minutes (--long).',
	quick:
		'Left out: most rounds, most of the warm-up (what is compiled late is measured slow), Express + zod, 9,000 of 10,000 draws, 92,000 of 100,000 payments (a run without --quick); 10,000 pending answers, 1,000,000 payments and the soak (--long).',
};
