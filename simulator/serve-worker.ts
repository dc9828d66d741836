/** What a supervisor starts. */

// Ctrl-C in a terminal reaches every process of the group: when to stop, and how, the supervisor says.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);

// Loaded only now: nothing of it may come before.
const { work } = await import('./worker.ts');
await work();
