// Counts down at the pace of the sandbox's clock: a manual clock stands still, a scaled clock runs faster.
import { clockText } from './digits.js';

const timer = document.querySelector('[role="timer"]');
const status = document.querySelector('[data-testid="countdown-news"]');
const { leftMs, pace, said, page } = timer.dataset;
const started = Date.now();
const announcements = JSON.parse(said).filter(([at]) => at < Number(leftMs));

function tick() {
	const left = Math.max(0, Number(leftMs) - (Date.now() - started) * Number(pace));
	const text = clockText(Math.floor(left / 1000));
	if (timer.textContent !== text) timer.textContent = text;
	announce(left);
	if (left > 0) return;
	clearInterval(ticking);
	// Shows the status with a GET: a reload would send a refused form again.
	setTimeout(() => location.replace(page), 1000);
}

// When several are due at once, only the last one is still true.
function announce(left) {
	const due = announcements.filter(([at]) => left <= at);
	if (due.length === 0) return;
	announcements.splice(0, due.length);
	status.textContent = due.at(-1)[1];
}

const ticking = Number(pace) > 0 ? setInterval(tick, 250) : null;
