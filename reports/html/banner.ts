import type { RunReport } from '../../simulator/contract/run-report.ts';
import { scopeSentence } from '../words.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';
import type { Tone } from './icons.ts';
import { icon } from './icons.ts';

const tones: Record<RunReport['verdict'], Tone> = {
	GO: 'good',
	PASSED: 'good',
	'NO-GO': 'bad',
	FAILED: 'bad',
	INCONCLUSIVE: 'warn',
	ERROR: 'bad',
};

export interface Banner {
	report: RunReport;
	/** What the verdict means, in one sentence. */
	meaning: string;
	reasons?: Html;
}

/** The answer first: the word, what it means, why, and what it is about. */
export function banner({ report, meaning, reasons }: Banner): Html {
	const tone = tones[report.verdict];
	return html`<section class="banner ${tone}" aria-labelledby="verdict">
<h2 id="verdict">${icon(tone)}<span class="hidden">Verdict: </span>${report.verdict}</h2>
<p class="meaning">${meaning}</p>
${reasons}
<p class="scope">${scopeSentence(report.target)}</p>
</section>`;
}
