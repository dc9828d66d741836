/** What is done on the cashier's pages to come from one to the next. */
import type { SettingsPatch } from '../../simulator/settings/settings.ts';
import { fillTestValues } from '../support/filling.ts';
import type { Visit } from './visit.ts';

export type Way = (visit: Visit) => Promise<unknown>;

const press = ({ page }: Visit, testId: string) => page.getByTestId(testId).click();

/** Sends a form, and waits for the page that answers: whatever comes next would break off its way there. */
export async function send(visit: Visit, testId: string): Promise<void> {
	const answered = visit.page.waitForEvent('load');
	await press(visit, testId);
	await answered;
}

/** Fills the form with the values that the page offers, and sends it. */
export async function pay(visit: Visit): Promise<void> {
	if (await visit.page.getByTestId('fill-test-values').count()) await fillTestValues(visit.page);
	await send(visit, 'pay-submit');
}

export async function payAndWait(visit: Visit): Promise<void> {
	await pay(visit);
	await visit.sandbox.advance('5s');
	await visit.page.reload();
}

export async function enterCode(visit: Visit, code: string): Promise<void> {
	await visit.page.fill('input[name="otp"]', code);
	await send(visit, 'pay-submit');
}

export async function reloadAfter(visit: Visit, by: string): Promise<void> {
	await visit.sandbox.advance(by);
	await visit.page.reload();
}

/** Settings for as long as it takes to come to a page. */
export async function under(visit: Visit, settings: SettingsPatch, after: SettingsPatch, way: Way) {
	await visit.sandbox.configure(settings);
	await way(visit);
	await visit.sandbox.configure(after);
}
