// Numbers in the language of the page, and durations as on a clock.
const { lang } = document.documentElement;

export const numberFormat = (options) =>
	new Intl.NumberFormat(lang, { useGrouping: false, ...options }).format;

const plain = numberFormat({});
const padded = numberFormat({ minimumIntegerDigits: 2 });

// 1:02:03, and 2:03 below one hour.
export function clockText(seconds) {
	const hours = Math.floor(seconds / 3600);
	const minutes = Math.floor(seconds / 60) % 60;
	const start = hours > 0 ? [plain(hours), padded(minutes)] : [plain(minutes)];
	return [...start, padded(seconds % 60)].join(':');
}
