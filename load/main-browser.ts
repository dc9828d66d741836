/**
 * The k6 entry point of runs with shoppers in a browser. `main.ts` does not import k6/browser, because every virtual
 * user would need memory for it.
 */
import { shopInBrowser as inBrowser } from './browser-flow.ts';
import {
	canary as canaryFlow,
	flow as httpFlow,
	options as k6Options,
	handleSummary as summarize,
} from './main.ts';

export const options = k6Options;
export const flow = httpFlow;
export const canary = canaryFlow;
export const handleSummary = summarize;
export const shopInBrowser = inBrowser;
