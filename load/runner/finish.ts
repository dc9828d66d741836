/** The end of a run: its files written, its verdict told. */
import { writeFailure } from '../../reports/folder.ts';
import { writeFiles, writeReport } from '../../reports/write.ts';
import type { RunIo } from '../../scenarios/runner/run-io.ts';
import { exitCodes } from '../../simulator/contract/exit-codes.ts';
import type { LoadReport } from '../../simulator/contract/run-report.ts';

export interface Written {
	io: RunIo;
	/** The folder of the results. */
	out: string;
	/** Files besides those of the report, by their names. */
	raw: Readonly<Record<string, string>>;
}

/** A report that cannot be written is a run that a pipeline cannot see; its verdict is still told. */
export async function finish(report: LoadReport, { io, out, raw }: Written): Promise<LoadReport> {
	tell(report, io);
	try {
		const written = await writeReport(report, out);
		for (const path of written) io.out(`  ${path}\n`);
		await writeFiles(raw, out);
		return report;
	} catch (error) {
		const detail = `The report could not be written to ${out}: ${writeFailure(error)}.`;
		io.err(`${detail}\n`);
		const reasons = [...report.reasons, { rule: 'report', severity: 'error' as const, detail }];
		return { ...report, reasons, verdict: 'ERROR', exitCode: exitCodes.couldNotRun };
	}
}

function tell({ verdict, flows, reasons }: LoadReport, io: RunIo): void {
	io.out(`${verdict}  ${flows.ok} flows ok, ${flows.failed} failed, ${flows.rate} flows/s\n`);
	for (const { severity, rule, detail } of reasons) io.out(`  ${severity} (${rule}): ${detail}\n`);
}
