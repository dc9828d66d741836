/** The cashier without a browser: reads its pages, posts its forms, and brings payments to their states. */
import { cards } from '../../simulator/contract/test-values.ts';
import type { Sandbox } from '../../simulator/sandbox.ts';

export type End = 'processing' | 'confirmed' | 'declined' | 'cancelled' | 'expired';

const paths: Record<End, (sandbox: Sandbox, sessionId: string) => Promise<unknown>> = {
	processing: (sandbox, id) => sandbox.act(id, { action: 'submit' }),
	async confirmed(sandbox, id) {
		await sandbox.act(id, { action: 'submit' });
		await sandbox.advance('5s');
	},
	async declined(sandbox, id) {
		await sandbox.act(id, { action: 'submit', holder: 'FRAUD' });
		await sandbox.advance('5s');
	},
	cancelled: (sandbox, id) => sandbox.act(id, { action: 'cancel' }),
	expired: (sandbox) => sandbox.advance('31m'),
};

/** Brings a payment with a chosen option to this state. */
export async function bringTo(end: End, sandbox: Sandbox, sessionId: string): Promise<void> {
	await paths[end](sandbox, sessionId);
}

export interface Page {
	status: number;
	headers: Headers;
	text: string;
	/** The escaped text of the heading. */
	heading: string | null;
	/** `data-state` of the status page. */
	state: string | null;
	/** The target of RETURN TO ACCOUNT. */
	returnLink: string | null;
	/** `content` of the meta refresh. */
	refresh: string | null;
	token: string;
}

export async function openAt(address: string, headers: Record<string, string> = {}): Promise<Page> {
	return read(await fetch(address, { headers, redirect: 'manual' }));
}

/** Posts a form as a browser without scripts would. */
export async function postForm(
	address: string,
	fields: Record<string, string>,
	headers: Record<string, string> = {},
): Promise<Page> {
	const body = new URLSearchParams(fields);
	return read(await fetch(address, { method: 'POST', body, headers, redirect: 'manual' }));
}

async function read(answer: Response): Promise<Page> {
	const text = await answer.text();
	const found = (pattern: RegExp) => pattern.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? null;
	return {
		status: answer.status,
		headers: answer.headers,
		text,
		heading: found(/<h1>(.*?)<\/h1>/),
		state: found(/data-state="(\w+)"/),
		returnLink: found(/data-testid="return-link" href="([^"]*)"/),
		refresh: found(/http-equiv="refresh" content="([^"]*)"/),
		token: found(/name="token" value="([^"]+)"/) ?? '',
	};
}

/** The five card fields. The number chooses the outcome. */
export function cardFields(cardnum: string) {
	return {
		cardnum,
		cardholder: 'Ana Torres',
		expirymonth: '12',
		expiryyear: '2040',
		cardcvv: '123',
	};
}

/** The card form for an approved payment, without its token. */
export const approvedForm = { action: 'submit', ...cardFields(cards.approve) };
