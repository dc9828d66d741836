/** The headers of the sandbox, as the reference describes them. None of them belongs to the service (D-12). */
import { outcomeListText } from '../../contract/outcome-list.ts';
import { returnOrders } from '../../contract/return-url.ts';
import { headerNames, workspaceName } from '../../contract/routes.ts';

const text = (description: string) => ({ description, schema: { type: 'string' } });

export const answerHeaders = {
	[headerNames.requestId]: text("The caller's id when it sent a plain one, else a new one."),
	[headerNames.assumptions]: text(
		'Ids of the assumptions that shaped this answer, separated by commas.',
	),
	[headerNames.warnings]: text('Codes of what was accepted and should be noticed.'),
	[headerNames.cause]: text(
		'Of the cashier and of `act`: which outcome is met and who decided, percent-encoded; of a list the first ten.',
	),
	[headerNames.timing]: text(
		'Milliseconds held back on purpose (injected) and spent by the sandbox.',
	),
};

export const allowHeader = { Allow: text('The methods that are possible here.') };

/** References to the headers, which are written once under `components`. */
export const headerRefs = Object.fromEntries(
	Object.keys(answerHeaders).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

export const workspaceHeader = {
	name: headerNames.workspace,
	in: 'header',
	required: false,
	description:
		'Extension: the workspace this call belongs to; without it, and without /w/{name} in front of the path, `default`.',
	schema: { type: 'string', pattern: workspaceName.source },
};

export const outcomeHeader = {
	name: headerNames.outcome,
	in: 'header',
	required: false,
	description:
		'Extension: the outcome this payment shall meet, in any case, or one for each attempt, separated by commas: DECLINE,APPROVE fails once and then succeeds.',
	schema: { type: 'string', pattern: outcomeListText },
};

export const returnHeader = {
	name: headerNames.return,
	in: 'header',
	required: false,
	description:
		'Extension: when the cashier shows RETURN TO ACCOUNT for this payment, whatever the setting `return.showIn` says: always, only once the payment is final, or never.',
	schema: { type: 'string', enum: returnOrders },
};
