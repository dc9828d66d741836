// Ticks in the pace of the sandbox's clock: one that is moved by hand stands still, a scaled one runs.
import { digits } from './digits.js';

const timer = document.querySelector('[role="timer"]');
const news = document.querySelector('[data-testid="countdown-news"]');
const { leftMs, pace, said, page } = timer.dataset;
const started = Date.now();
const marks = JSON.parse(said).filter(([at]) => at < Number(leftMs));

function tick() {
	const left = Math.max(0, Number(leftMs) - (Date.now() - started) * Number(pace));
	const shown = digits(Math.floor(left / 1000));
	if (timer.textContent !== shown) timer.textContent = shown;
	announce(left);
	if (left > 0) return;
	clearInterval(ticking);
	// The page itself says what became of the payment. A form that was refused is not sent again by that.
	setTimeout(() => location.replace(page), 1000);
}

// Of several that fell due at once only the last is still true.
function announce(left) {
	const due = marks.filter(([at]) => left <= at);
	if (due.length === 0) return;
	marks.splice(0, due.length);
	news.textContent = due.at(-1)[1];
}

const ticking = Number(pace) > 0 ? setInterval(tick, 250) : null;
