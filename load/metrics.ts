/** The custom k6 metrics of the load scripts. Each sample costs one line of output. */
import { Counter, Rate, Trend } from 'k6/metrics';

/** Metrics of calls have the tag `step`; all have `story` and `phase` through the VU's tags. */
export const metrics = {
	flowStarted: new Counter('payin_flow_started'),
	/** The share of flows that succeeded: all calls accepted, all responses as documented, all expectations met. */
	flowOk: new Rate('payin_flow_ok'),
	/** How late a flow started, compared with the time due for its number. `runner/start-lag.ts` corrects it later. */
	startLag: new Trend('payin_start_lag', true),
	/** The outcomes of calls that were not accepted, and of stories whose expectations failed. */
	outcome: new Counter('payin_outcome'),
	/** The total time of a step that needs several requests. */
	stepTime: new Trend('payin_step_time', true),
	/** For shoppers in a browser: whether they came back to the shop, and how long the cashier page took to load. */
	browserOk: new Rate('payin_browser_ok'),
	pageLoad: new Trend('payin_page_load', true),
	/** Two times from `Server-Timing`: the delay that the sandbox injected, and its own processing time. */
	injected: new Trend('payin_injected', true),
	own: new Trend('payin_own', true),
	/** Calls that were sent again, with the tags `kind` and `result`. */
	repeat: new Counter('payin_repeat'),
	/**
	 * The assumptions that responses rest on. Each virtual user counts an assumption once, so this is not a frequency.
	 */
	assumption: new Counter('payin_assumption'),
};
