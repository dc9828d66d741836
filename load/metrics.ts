/** Our own k6 metrics. Each costs an output line per sample. */
import { Counter, Rate, Trend } from 'k6/metrics';

/** Metrics of calls have the tag `step`; all have `story` and `phase` through the VU's tags. */
export const metrics = {
	flowStarted: new Counter('payin_flow_started'),
	/** All calls were accepted, all responses keep the contract, all expectations hold. */
	flowOk: new Rate('payin_flow_ok'),
	/** Against the time due for its number, before the correction of `runner/start-lag.ts`. */
	startLag: new Trend('payin_start_lag', true),
	/** Of calls that were not accepted, and of stories that did not hold. */
	outcome: new Counter('payin_outcome'),
	/** The time of a step that has several requests. */
	stepTime: new Trend('payin_step_time', true),
	/** Shoppers in a browser: whether they came back to the shop, and how long the cashier page took to load. */
	browserOk: new Rate('payin_browser_ok'),
	pageLoad: new Trend('payin_page_load', true),
	/** From `Server-Timing`: the injected delay, and the sandbox's own time. */
	injected: new Trend('payin_injected', true),
	own: new Trend('payin_own', true),
	/** A call that was sent again, with the tags `kind` and `result`. */
	repeat: new Counter('payin_repeat'),
	/** Counted once per VU and assumption: which assumptions shaped responses, not how often. */
	assumption: new Counter('payin_assumption'),
};
