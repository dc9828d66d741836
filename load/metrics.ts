/** The few metrics k6 does not have itself. Each costs a line per sample: think before adding one. */
import { Counter, Rate, Trend } from 'k6/metrics';

/** Steps of the service carry `step`; all carry `story`, `flow` and `phase` through the VU's tags. */
export const metrics = {
	flowStarted: new Counter('payin_flow_started'),
	/** All calls accepted, every answer on the contract, every expectation of the story met. */
	flowOk: new Rate('payin_flow_ok'),
	/** First request sent to last answer read, without the time a shopper waits for the network. */
	flowDuration: new Trend('payin_flow_duration', true),
	/** How late a flow began against the even pace that was asked for: the health of the generator. */
	startLag: new Trend('payin_start_lag', true),
	contractOk: new Rate('payin_contract_ok'),
	outcome: new Counter('payin_outcome'),
	injected: new Trend('payin_injected', true),
	own: new Trend('payin_own', true),
	/** Once a VU and assumption: which ones shaped the answers, not how often. */
	assumption: new Counter('payin_assumption'),
};
