/**
 * Loaded into the sandbox's process before the command: ends it when its standard input does. The parent holds the
 * other end of that pipe, and the system closes it however the parent ends, by SIGKILL included.
 */
const { stdin } = process;

stdin.on('end', () => process.exit());
stdin.on('error', () => process.exit());
stdin.resume();
// A command that ends by itself, such as one with a wrong flag, must not wait for its parent.
stdin.unref();

export {};
