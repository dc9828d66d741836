/** What the command lends to a run: no file here or under `load/` reads the process's own. */
export interface RunIo {
	/** Results. Texts carry their own line ends. */
	out(text: string): void;
	/** Progress, and what goes wrong. */
	err(text: string): void;
	/** Whether `err` is a terminal. */
	isTerminal: boolean;
	env: Readonly<Record<string, string | undefined>>;
	cwd: string;
	/** Aborted once by an interrupt: the run ends in good order with what it has. */
	signal: AbortSignal;
}
