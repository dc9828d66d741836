// Shows news of a payment without a reload: the page itself is the source, so that the answer is the same with and
// without this script. News are heard as events where there are some, and looked for where not. Then leads back,
// where the page says so.
import { digits, figures } from './digits.js';
import { reportReturn } from './return.js';

const main = document.querySelector('main');
const find = (name, where = document) => where.querySelector(`[data-testid="${name}"]`);

let timer = null;
let source = null;
// The stream has spoken since it was opened: until then a proxy may be holding back what it says.
let isLive = false;
// Of the news that was heard last.
let heard = null;
let isLooking = false;
let isAsked = false;
let shownAt = performance.now();

const mayHaveNews = () => main.dataset.pollMs !== undefined;

// Heard while it is looking, the next look follows at once.
async function look() {
	if (isLooking) {
		isAsked = true;
		return;
	}
	isLooking = true;
	do {
		isAsked = false;
		try {
			const answer = await fetch(location.href, { cache: 'no-store' });
			const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
			if (answer.status === 404 && !page.querySelector('main')) follow();
			else take(page);
		} catch {
			// The network may be away for a while: the next look will tell.
		}
	} while (isAsked);
	isLooking = false;
	settle();
}

// The status page has moved while this one was open: the address of the form leads to where it is now.
function follow() {
	const form = new URL(main.dataset.form, location);
	if (form.pathname !== location.pathname) location.replace(form);
}

function take(page) {
	const there = page.querySelector('main');
	if (!there || there.dataset.version === main.dataset.version) return;
	// A page of the cashier that is none of the status any more takes the place of this one.
	if (!find('status', page)) return location.reload();
	show(page, there);
}

// The live region keeps its element, so that a screen reader speaks what changed; who stands on a link stays there.
function show(page, there) {
	const status = find('status');
	const news = find('status', page);
	const held = document.activeElement?.dataset.testid;
	status.className = news.className;
	status.dataset.state = news.dataset.state;
	status.replaceChildren(...news.childNodes);
	while (status.nextSibling) status.nextSibling.remove();
	while (news.nextSibling) main.append(news.nextSibling);
	if (held) find(held)?.focus({ preventScroll: true });
	for (const name of ['pollMs', 'version', 'events']) {
		if (there.dataset[name] === undefined) delete main.dataset[name];
		else main.dataset[name] = there.dataset[name];
	}
	document.title = page.title;
	shownAt = performance.now();
	leadBack();
}

const isUpToDate = () => isLive && heard === main.dataset.version;

// Rests where there is nothing more to come, or where a live stream says that the page shows the latest. Else it looks
// again and again: the stream may be refused, cut off or held up on the way, and a look may fail.
function settle() {
	if (mayHaveNews() && !isUpToDate()) {
		timer ??= setInterval(look, Number(main.dataset.pollMs));
		return;
	}
	clearInterval(timer);
	timer = null;
}

function listen() {
	if (!main.dataset.events || !globalThis.EventSource || source) return;
	source = new EventSource(main.dataset.events);
	source.addEventListener('error', () => {
		isLive = false;
		// Refused for good: it may be tried again when somebody comes back to the page.
		if (source?.readyState === EventSource.CLOSED) source = null;
		settle();
	});
	source.addEventListener('status', ({ data, lastEventId }) => {
		isLive = true;
		heard = lastEventId;
		if (JSON.parse(data).final) hangUp();
		if (heard === main.dataset.version) settle();
		else void look();
	});
}

function hangUp() {
	source?.close();
	source = null;
	isLive = false;
}

// A browser has few connections to spare: a page nobody sees holds none.
function mind() {
	if (!mayHaveNews()) return;
	if (document.hidden) {
		hangUp();
		settle();
	} else {
		listen();
		void look();
	}
}

// Counts on in the pace of the workspace's clock, in the form that the page began with.
function count() {
	const waited = find('waited');
	if (!waited) return;
	const { waitedMs, pace } = waited.dataset;
	const seconds = Math.floor((Number(waitedMs) + (performance.now() - shownAt) * pace) / 1000);
	const hours = Math.floor(seconds / 3600);
	waited.textContent = hours < 24 ? digits(seconds) : daysAndHours(hours);
}

// Nobody counts the seconds of a day.
function daysAndHours(hours) {
	const parts = [
		['day', Math.floor(hours / 24)],
		['hour', hours % 24],
	].filter(([, value]) => value > 0);
	const { lang } = document.documentElement;
	return new Intl.ListFormat(lang, { type: 'unit', style: 'long' }).format(
		parts.map(([unit, value]) => figures({ style: 'unit', unit, unitDisplay: 'long' })(value)),
	);
}

// Replaced, so that Back does not lead to a page that leads away at once.
function leadBack() {
	const notice = find('return-auto');
	if (!notice) return;
	setTimeout(() => {
		const link = find('return-link');
		reportReturn(link);
		location.replace(link.href);
	}, Number(notice.dataset.afterMs));
}

if (mayHaveNews()) {
	listen();
	settle();
	setInterval(count, 1000);
	document.addEventListener('visibilitychange', mind);
	addEventListener('online', mind);
	addEventListener('pagehide', hangUp);
	addEventListener('pageshow', ({ persisted }) => persisted && mind());
}
leadBack();
