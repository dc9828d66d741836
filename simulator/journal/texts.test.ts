import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTextPages } from './text-pages.ts';
import type { Place } from './texts.ts';
import { createTexts, textAt } from './texts.ts';

const text = fc.oneof(
	fc.string({ unit: 'grapheme', maxLength: 400 }),
	fc.string({ maxLength: 3_000 }),
	fc.nat(40_000).map((length) => 'ż'.repeat(length)),
);

test('a text that is wanted stands as it was, whatever came and went around it', () => {
	const commands = fc.array(fc.tuple(text, fc.nat(3), fc.boolean()), { maxLength: 200 });
	fc.assert(
		fc.property(commands, (given) => {
			const pages = createTextPages();
			const texts = createTexts(pages);
			const wanted: { place: Place; text: string }[] = [];
			for (const [kept, times, isReleased] of given) {
				for (let count = 0; count < times; count += 1) {
					wanted.push({ place: texts.keep(kept), text: kept });
				}
				// Out of order, too: whatever is wanted must stand.
				const gone = isReleased ? wanted.splice(wanted.length >> 1, times) : [];
				for (const { place } of gone) texts.release(place);
			}
			for (const { place, text: kept } of wanted) expect(textAt(place)).toBe(kept);
			const taken = [...new Set(wanted.map(({ place }) => place.page))];
			const used = wanted.reduce((total, { place }) => total + place.to - place.from, 0);
			expect(pages.unused()).toBe(
				taken.reduce((total, { bytes }) => total + bytes.length, 0) - used,
			);
		}),
	);
});

test('what comes and goes for long is written over: no more room is taken', () => {
	const texts = createTexts(createTextPages());
	const pages = new Set<object>();
	const wanted: Place[] = [];
	for (let count = 0; count < 20_000; count += 1) {
		const place = texts.keep('x'.repeat(1_000));
		if (count > 10_000) pages.add(place.page);
		wanted.push(place);
		if (wanted.length > 100) texts.release(wanted.shift() as Place);
	}
	expect(pages.size).toBeLessThan(10);
});

test('what one workspace gives back, another takes', () => {
	const pages = createTextPages();
	const fill = () => {
		const texts = createTexts(pages);
		return Array.from({ length: 300 }, () => texts.keep('x'.repeat(1_000)));
	};
	const texts = createTexts(pages);
	const first = fill();
	for (const place of first) texts.release(place);
	const known = new Set(first.map(({ page }) => page));
	expect(fill().some(({ page }) => known.has(page))).toBe(true);
});
