/**
 * The k6 entry point of runs with shoppers in a browser. `main.ts` does not import k6/browser, because every virtual
 * user would need memory for it.
 */
import { shopInBrowser as inBrowser } from './browser-flow.ts';

// biome-ignore lint/performance/noBarrelFile: k6 calls the exports of this file by name, and a list could miss one.
export * from './main.ts';
export const shopInBrowser = inBrowser;
