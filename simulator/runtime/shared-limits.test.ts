import { expect, test } from 'vitest';
import { SharedLimits } from './shared-limits.ts';

const kilobyte = 1_024;
const limit = 16 * kilobyte * kilobyte;

/** Connections that hold unread bytes, in the order in which they began to. */
function setup() {
	const { unread } = new SharedLimits();
	const cut: string[] = [];
	return {
		cut,
		connect(name: string) {
			let unreadBytes = 0;
			const holder = {
				get unreadBytes() {
					return unreadBytes;
				},
				cut: () => void cut.push(name),
			};
			return {
				write(bytes: number) {
					unreadBytes += bytes;
					unread.set(holder, unreadBytes);
				},
				read(bytes: number) {
					unreadBytes -= bytes;
				},
				end: () => unread.set(holder, 0),
			};
		},
	};
}

test('of clients that hold too much, those are disconnected that have not read for longest', () => {
	const { cut, connect } = setup();
	const reader = connect('reader');
	reader.write(200 * kilobyte);
	for (let index = 0; index < 400; index += 1) {
		connect(`silent ${index}`).write(64 * kilobyte);
		reader.read(kilobyte / 4);
	}
	expect(cut.length).toBeGreaterThan(100);
	expect(cut).toEqual(cut.map((_, index) => `silent ${index}`));
});

test('clients that all read a little hold no more than the limit together', () => {
	const { cut, connect } = setup();
	const slow = Array.from({ length: 40 }, (_, index) => connect(`slow ${index}`));
	for (const client of slow) {
		client.write(limit / 32);
		for (const other of slow) other.read(1);
	}
	expect(cut.length).toBeGreaterThanOrEqual(8);
	expect(cut.length).toBeLessThan(20);
	expect(cut).toEqual(cut.map((_, index) => `slow ${index}`));
});

test('a client that has just got its response is not disconnected in the place of many that read a little', () => {
	const { cut, connect } = setup();
	const slow = Array.from({ length: 40 }, (_, index) => connect(`slow ${index}`));
	for (const client of slow) client.write(400 * kilobyte);
	for (let round = 0; round < 5; round += 1) {
		for (const client of slow) client.read(1);
		const honest = connect(`honest ${round}`);
		honest.write(1_000 * kilobyte);
		honest.end();
	}
	expect(cut.length).toBeGreaterThan(0);
	expect(cut.filter((name) => name.startsWith('honest'))).toEqual([]);
});

test('what a client has read counts no longer', () => {
	const { cut, connect } = setup();
	for (let index = 0; index < 100; index += 1) {
		const client = connect(`client ${index}`);
		client.write(limit / 2);
		client.end();
	}
	expect(cut).toEqual([]);
});
