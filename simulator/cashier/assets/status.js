// Looks for news of a payment in processing and shows it without a reload: the page itself is the source,
// so that the answer is the same with and without this script.
const main = document.querySelector('main[data-poll-ms]');

async function look() {
	try {
		const answer = await fetch(location.href, { cache: 'no-store' });
		const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
		const news = page.querySelector('[data-testid="status"]');
		if (news && news.dataset.state !== 'processing') return show(page, news);
	} catch {
		// The network may be away for a while: the next look will tell.
	}
	setTimeout(look, Number(main.dataset.pollMs));
}

// The live region keeps its element, so that a screen reader speaks what changed.
function show(page, news) {
	const status = document.querySelector('[data-testid="status"]');
	status.className = news.className;
	status.dataset.state = news.dataset.state;
	status.replaceChildren(...news.childNodes);
	while (status.nextSibling) status.nextSibling.remove();
	for (let next = news.nextSibling; next; next = news.nextSibling) status.parentNode.append(next);
	document.title = page.title;
}

if (main) setTimeout(look, Number(main.dataset.pollMs));
