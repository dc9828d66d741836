// Figures in the language of the page, and times as a clock shows them.
const { lang } = document.documentElement;

export const figures = (options) =>
	new Intl.NumberFormat(lang, { useGrouping: false, ...options }).format;

// Made once: a page that counts shows them several times a second.
const plain = figures({});
const padded = figures({ minimumIntegerDigits: 2 });

// 1:02:03, and 2:03 below an hour.
export function digits(seconds) {
	const hours = Math.floor(seconds / 3600);
	const minutes = Math.floor(seconds / 60) % 60;
	const shown = hours > 0 ? [plain(hours), padded(minutes)] : [plain(minutes)];
	return [...shown, padded(seconds % 60)].join(':');
}
