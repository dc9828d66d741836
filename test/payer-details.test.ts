import { expect, test } from 'vitest';
import { markets } from '../simulator/catalog/markets.ts';
import { headerNames } from '../simulator/contract/routes.ts';
import type { SettingsPatch } from '../simulator/settings/settings.ts';
import { openAt, postForm } from './support/cashier.ts';
import { everyOption, reachOption } from './support/options.ts';
import { post, send, startSandbox } from './support/sandbox.ts';
import { useShared } from './support/shared.ts';

const shared = useShared(startSandbox);

/** The fields that a browser submits without changes. */
function filledForm(text: string): Record<string, string> {
	const form = /<form[^>]*class="submit".*?<\/form>/s.exec(text)?.[0] ?? '';
	const inputs = [...form.matchAll(/<input[^>]*\bname="(\w+)"[^>]*\bvalue="([^"]*)"/g)];
	const selects = [
		...form.matchAll(/<select[^>]*name="(\w+)".*?<option value="([^"]*)" selected/gs),
	];
	return Object.fromEntries(
		[...inputs, ...selects].map(([, name = '', value = '']) => [name, value]),
	);
}

const asking = everyOption.filter(({ option }) => option.asks.length > 0);

test.each(asking)(
	'$market.country, $option.name: the form is filled in, and accepted unchanged',
	async ({ market, option }) => {
		const sandbox = shared();
		const { page, sessionId } = await reachOption(sandbox.url, [market.country, option.name], {
			customer: { name: 'Lía Gómez' },
		});
		const form = filledForm((await openAt(page)).text);
		for (const detail of option.asks) expect(form[detail]).toBeTruthy();
		if (option.asks.includes('name')) expect(form.name).toBe('Lía Gómez');
		expect((await postForm(page, form)).status).toBe(303);
		expect(await sandbox.payment(sessionId)).toMatchObject({ state: 'processing', attempts: [{}] });
	},
);

test('a card asks for the five documented fields only', async () => {
	const { url } = shared();
	for (const { market, option } of everyOption.filter(({ option }) => option.kind === 'card')) {
		const { page } = await reachOption(url, [market.country, option.name]);
		const names = Object.keys(filledForm((await openAt(page)).text));
		expect(names).toHaveLength(7);
	}
});

const documents = markets.flatMap((market) => {
	const name = market.options.find(({ asks }) => asks.includes('document'))?.name ?? '';
	return (market.payer?.documents ?? []).map((kind) => ({ market, name, ...kind }));
});

/** A wrong format, and where there is a check digit, a wrong one. */
const misses: Record<string, { format: string; check?: string }> = {
	CPF: { format: '1234567890', check: '123.456.789-19' },
	CNPJ: { format: '1122233300018', check: '11222333000182' },
	CC: { format: '10203O4050' },
	CE: { format: '3' },
	NIT: { format: '900123456', check: '900123456-7' },
	PASS: { format: 'A' },
	RUT: { format: '123', check: '11111111-K' },
	DNI: { format: '1234567' },
	RUC: { format: '30123456781', check: '10123456782' },
	CURP: { format: 'PETJ901315HDFRSN05', check: 'PETJ900115HDFRSN06' },
	RFC: { format: 'XAXX011301000' },
	PAN: { format: 'ABCDE1234F' },
	'T.C. Kimlik No': { format: '00000000146', check: '10000000147' },
};
const doubtful = ['RUC', 'CURP'];

test.each(documents)(
	'$market.country: $type is checked as strictly as the setting says',
	async ({ market, name, type, testValue }) => {
		const sandbox = await startSandbox();
		const submit = async (document: string, enforce: string | null) => {
			await sandbox.configure({ cashier: { documents: { enforce } } } as SettingsPatch);
			const { page } = await reachOption(sandbox.url, [market.country, name]);
			const { token } = await openAt(page);
			const posted = { action: 'submit', token, documentType: type, document };
			const { status, headers, text } = await postForm(page, posted);
			const hasError = /aria-invalid="true" aria-describedby="document-error"/.test(text);
			expect(hasError).toBe(status === 400);
			return [status, headers.get(headerNames.warnings)];
		};
		const { format = '', check } = misses[type] ?? {};
		expect(await submit(testValue, null)).toEqual([303, null]);
		expect(await submit(format, null)).toEqual([400, null]);
		expect(await submit(format, 'format')).toEqual([400, null]);
		expect(await submit(format, 'off')).toEqual([303, null]);
		if (check === undefined) return;
		const isDoubtful = doubtful.includes(type);
		expect(await submit(check, null)).toEqual(
			isDoubtful ? [303, 'document_doubtful'] : [400, null],
		);
		expect(await submit(check, 'format')).toEqual([303, null]);
		expect(await submit(check, 'off')).toEqual([303, null]);
	},
);

test.each(markets.filter(({ payer }) => payer?.documents.length))(
	'$name: the document can be left out only where it is optional',
	async ({ country, payer, options }) => {
		const { url } = shared();
		const name = options.find(({ asks }) => asks.includes('document'))?.name ?? '';
		const { page } = await reachOption(url, [country, name]);
		const { token, text } = await openAt(page);
		expect(text.includes('(optional)')).toBe(!payer?.required);
		const { status } = await postForm(page, { action: 'submit', token, document: ' ' });
		expect(status).toBe(payer?.required ? 400 : 303);
	},
);

test('all errors are shown beside their fields, with the typed values', async () => {
	const sandbox = shared();
	const { page, sessionId } = await reachOption(sandbox.url, ['TH', 'PromptPay']);
	const { token } = await openAt(page);
	const typed = { name: 'Ana <b>', email: 'ana', phone: '1' };
	const { status, text } = await postForm(page, { action: 'submit', token, ...typed });
	expect(status).toBe(400);
	expect(text).toContain('2 fields need another look.');
	expect(text).toContain('id="email-error">E-mail address must be an e-mail address.');
	expect(text).toContain('id="phone-error">Mobile number must be a number such as +66800000000.');
	expect(filledForm(text)).toMatchObject({ name: 'Ana &lt;b&gt;', email: 'ana', phone: '1' });
	expect((await sandbox.payment(sessionId)).attempts).toEqual([]);
});

test.each([
	['NG', { email: 'ana', phone: '+2348000000009' }],
	['NG', { email: 'ana', phone: '+234 800 000 0000' }],
	['BR', { documentType: 'RG', document: '11222333000181' }],
])('%s: long numbers that are no card number are shown again: %j', async (country, typed) => {
	const { url } = shared();
	const asked = Object.keys(typed).at(0) === 'email' ? 'email' : 'document';
	const offer = asking.find(({ market, option }) => {
		return market.country === country && option.asks.includes(asked);
	});
	const { page } = await reachOption(url, [country, offer?.option.name ?? '']);
	const { token } = await openAt(page);
	const { status, text } = await postForm(page, { action: 'submit', token, ...typed });
	expect(status).toBe(400);
	expect(text).not.toMatch(/id="(phone|document)-error"/);
	for (const value of Object.values(typed).slice(1)) expect(text).toContain(`value="${value}"`);
});

test('a code and a possible card number are not shown again', async () => {
	const { url } = shared();
	const blik = await reachOption(url, ['PL', 'BLIK']);
	const code = await postForm(blik.page, {
		action: 'submit',
		token: (await openAt(blik.page)).token,
		code: '98765',
	});
	expect([code.status, code.text.includes('98765')]).toEqual([400, false]);
	const pse = await reachOption(url, ['CO', 'PSE']);
	const { token } = await openAt(pse.page);
	const number = await postForm(pse.page, {
		action: 'submit',
		token,
		document: '4539 5787 6362 1486',
	});
	expect(number.status).toBe(400);
	expect(number.text).not.toContain('4539');
});

test('payment, journal and log contain no payer details', async () => {
	const lines: string[] = [];
	const sandbox = await startSandbox({ log: 'json', writeLog: (line) => lines.push(line) });
	const secrets = { document: '77553311', documentType: 'CC', personType: 'legal' };
	const { page, sessionId } = await reachOption(sandbox.url, ['CO', 'PSE']);
	const { token } = await openAt(page);
	const refused = { action: 'submit', token, ...secrets, personType: 'robot' };
	expect((await postForm(page, refused)).status).toBe(400);
	expect((await postForm(page, { ...refused, ...secrets })).status).toBe(303);
	const other = await reachOption(sandbox.url, ['TH', 'PromptPay']);
	const typed = { name: 'Zoraida Quiñones', email: 'zq@hidden.example', phone: '+66811122233' };
	const act = `${sandbox.url}/_sandbox/payments/${other.sessionId}/act`;
	expect((await post(act, { action: 'submit', ...typed })).status).toBe(200);
	const kept = [
		await sandbox.payment(sessionId),
		await sandbox.payment(other.sessionId),
		(await send('GET', `${sandbox.url}/_sandbox/journal`)).body,
		lines,
	];
	const found = [secrets.document, ...Object.values(typed)].filter((secret) =>
		JSON.stringify(kept).includes(secret),
	);
	expect(found).toEqual([]);
	expect(lines.length).toBeGreaterThan(5);
});
