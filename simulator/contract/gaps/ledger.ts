/** The gap ledger: every silence of the service's document, the sandbox's assumption, and how to tell it otherwise. */
import type { Endpoint } from '../routes.ts';
import type { Gap } from './gap.ts';
import { gapsOfAnswers } from './gaps-of-answers.ts';
import { gapsOfHttp } from './gaps-of-http.ts';
import { gapsOfRequests } from './gaps-of-requests.ts';
import { gapsOfTheCashier } from './gaps-of-the-cashier.ts';
import { gapsOfTheFlow } from './gaps-of-the-flow.ts';
import { gapsOfThePayer } from './gaps-of-the-payer.ts';

const unordered = {
	...gapsOfRequests,
	...gapsOfAnswers,
	...gapsOfHttp,
	...gapsOfTheFlow,
	...gapsOfTheCashier,
	...gapsOfThePayer,
};

export type GapId = keyof typeof unordered;

export const gapIds = Object.keys(unordered).sort() as GapId[];

export const ledger: Readonly<Record<GapId, Gap>> = unordered;

/** The settings of all gaps, by their paths. */
export const gapSettings = gapIds.reduce(
	(settings, id) => Object.assign(settings, ledger[id].settings),
	{},
) as SettingsOf<(typeof unordered)[GapId]['settings']>;

type SettingsOf<Union> = (Union extends unknown ? (part: Union) => void : never) extends (
	part: infer All,
) => void
	? All
	: never;

/** What every successful answer of an endpoint rests on. */
export const restingOn = (endpoint: Endpoint): readonly GapId[] =>
	gapIds.filter((id) => ledger[id].shapes.includes(endpoint));
