// Updates the status page without a reload, from the HTML of the same address. An event stream says when to update; the
// page polls where there is no stream. Also performs the automatic return.
import { clockText, numberFormat } from './digits.js';
import { reportReturn } from './return.js';

const main = document.querySelector('main');
const find = (name, root = document) => root.querySelector(`[data-testid="${name}"]`);

let timer = null;
let source = null;
// An event has arrived since the stream was opened. Before that, a proxy may be buffering the stream.
let isLive = false;
// The version of the status in the last event.
let latestVersion = null;
let isUpdating = false;
let isUpdateWanted = false;
let failedUpdates = 0;
// A network that loses all packets would hold an update for many minutes. Latency of the sandbox may be seconds.
const updateTimeoutMs = 30_000;
let shownAt = performance.now();

const mayChange = () => main.dataset.pollMs !== undefined;

// A request for an update during an update starts another one.
async function update() {
	if (isUpdating) {
		isUpdateWanted = true;
		return;
	}
	isUpdating = true;
	do {
		isUpdateWanted = false;
		try {
			const signal = abortAfter(updateTimeoutMs);
			const response = await fetch(location.href, { cache: 'no-store', signal });
			const page = new DOMParser().parseFromString(await response.text(), 'text/html');
			const isPage = page.querySelector('main') !== null;
			if (response.status === 404 && !isPage) followMovedPage();
			else apply(page);
			// A proxy answers in place of a lost server, with an error that is no page of the cashier.
			noteConnection(isPage || response.status === 404);
		} catch {
			// The network failed: the next poll tries again.
			noteConnection(false);
		}
	} while (isUpdateWanted);
	isUpdating = false;
	pollIfNeeded();
}

// Browsers of 2021 do not have AbortSignal.timeout.
function abortAfter(ms) {
	const controller = new AbortController();
	setTimeout(() => controller.abort(), ms);
	return controller.signal;
}

// One failed update may be chance: the shopper is told after three in a row, until the server answers again.
function noteConnection(works) {
	failedUpdates = works ? 0 : failedUpdates + 1;
	const notice = find('connection-lost');
	const text = failedUpdates < 3 ? '' : notice?.dataset.text;
	if (notice && notice.textContent !== text) notice.textContent = text;
}

// `cashier.statusPath` has changed: the address of the form redirects to the new path.
function followMovedPage() {
	const form = new URL(main.dataset.form, location);
	if (form.pathname !== location.pathname) location.replace(form);
}

function apply(page) {
	const newMain = page.querySelector('main');
	if (!newMain || newMain.dataset.version === main.dataset.version) return;
	// Another page of the cashier has no status.
	if (!find('status', page)) return location.reload();
	replaceContent(page, newMain);
}

// The live region stays the same element, so that a screen reader announces the change. The focus stays on its link.
function replaceContent(page, newMain) {
	const status = find('status');
	const newStatus = find('status', page);
	const focused = document.activeElement?.dataset.testid;
	status.className = newStatus.className;
	status.dataset.state = newStatus.dataset.state;
	status.replaceChildren(...newStatus.childNodes);
	while (status.nextSibling) status.nextSibling.remove();
	while (newStatus.nextSibling) main.append(newStatus.nextSibling);
	if (focused) find(focused)?.focus({ preventScroll: true });
	for (const name of ['pollMs', 'version', 'events']) {
		if (newMain.dataset[name] === undefined) delete main.dataset[name];
		else main.dataset[name] = newMain.dataset[name];
	}
	document.title = page.title;
	shownAt = performance.now();
	returnAutomatically();
}

const isUpToDate = () => isLive && latestVersion === main.dataset.version;

// A final page and a page that a live stream confirms as the latest need no polling. Otherwise the stream may be refused,
// broken or buffered on the way, and an update may have failed.
function pollIfNeeded() {
	if (mayChange() && !isUpToDate()) {
		timer = timer ?? setInterval(update, Number(main.dataset.pollMs));
		return;
	}
	clearInterval(timer);
	timer = null;
}

function openStream() {
	if (!main.dataset.events || !globalThis.EventSource || source || document.hidden) return;
	source = new EventSource(main.dataset.events);
	source.addEventListener('error', () => {
		isLive = false;
		// Refused: the page opens another stream when the shopper comes back to it.
		if (source?.readyState === EventSource.CLOSED) source = null;
		pollIfNeeded();
	});
	source.addEventListener('status', ({ data, lastEventId }) => {
		isLive = true;
		noteConnection(true);
		latestVersion = lastEventId;
		if (JSON.parse(data).final) closeStream();
		if (latestVersion === main.dataset.version) pollIfNeeded();
		else void update();
	});
}

function closeStream() {
	source?.close();
	source = null;
	isLive = false;
}

// A hidden page holds no stream: browsers limit the connections to a host.
function onVisibilityChange() {
	if (!mayChange()) return;
	if (document.hidden) {
		closeStream();
		pollIfNeeded();
	} else {
		openStream();
		void update();
	}
}

// Counts at the pace of the workspace's clock.
function countWaitingTime() {
	const waited = find('waited');
	if (!waited) return;
	const { waitedMs, pace } = waited.dataset;
	const seconds = Math.floor((Number(waitedMs) + (performance.now() - shownAt) * pace) / 1000);
	const hours = Math.floor(seconds / 3600);
	waited.textContent = hours < 24 ? clockText(seconds) : daysAndHours(hours);
}

function daysAndHours(hours) {
	const parts = [
		['day', Math.floor(hours / 24)],
		['hour', hours % 24],
	].filter(([, value]) => value > 0);
	const { lang } = document.documentElement;
	return new Intl.ListFormat(lang, { type: 'unit', style: 'long' }).format(
		parts.map(([unit, value]) => numberFormat({ style: 'unit', unit, unitDisplay: 'long' })(value)),
	);
}

// Replaces the page in the history: Back must not lead to a page that returns at once.
function returnAutomatically() {
	const notice = find('return-auto');
	if (!notice) return;
	setTimeout(() => {
		const link = find('return-link');
		reportReturn(link);
		location.replace(link.href);
	}, Number(notice.dataset.afterMs));
}

if (mayChange()) {
	openStream();
	pollIfNeeded();
	setInterval(countWaitingTime, 1000);
	document.addEventListener('visibilitychange', onVisibilityChange);
	addEventListener('online', onVisibilityChange);
	addEventListener('pagehide', closeStream);
	addEventListener('pageshow', ({ persisted }) => persisted && onVisibilityChange());
}
returnAutomatically();
