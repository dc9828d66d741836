/** Our own k6 metrics. Each costs an output line per sample. */
import { Counter, Rate, Trend } from 'k6/metrics';

/** Metrics of calls have the tag `step`; all have `story` and `phase` through the VU's tags. */
export const metrics = {
	flowStarted: new Counter('payin_flow_started'),
	/** All calls were accepted, all responses keep the contract, all expectations hold. */
	flowOk: new Rate('payin_flow_ok'),
	/** How late a flow started against its schedule: the health of the generator. */
	startLag: new Trend('payin_start_lag', true),
	outcome: new Counter('payin_outcome'),
	/** From `Server-Timing`: the injected delay, and the sandbox's own time. */
	injected: new Trend('payin_injected', true),
	own: new Trend('payin_own', true),
	/** Counted once per VU and assumption: which assumptions shaped responses, not how often. */
	assumption: new Counter('payin_assumption'),
};
