// Looks for news of a payment in processing and shows it without a reload: the page itself is the source,
// so that the answer is the same with and without this script. Then leads back, where the page says so.
const main = document.querySelector('main');
const find = (name, where = document) => where.querySelector(`[data-testid="${name}"]`);

async function look() {
	try {
		const answer = await fetch(location.href, { cache: 'no-store' });
		const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
		const news = find('status', page);
		if (news && news.dataset.state !== 'processing') return show(page, news);
		// A page of the cashier that tells nothing of the payment any more takes the place of this one.
		if (!news && page.querySelector('main')) return location.reload();
	} catch {
		// The network may be away for a while: the next look will tell.
	}
	setTimeout(look, Number(main.dataset.pollMs));
}

// The live region keeps its element, so that a screen reader speaks what changed.
function show(page, news) {
	const status = find('status');
	status.className = news.className;
	status.dataset.state = news.dataset.state;
	status.replaceChildren(...news.childNodes);
	while (status.nextSibling) status.nextSibling.remove();
	for (let next = news.nextSibling; next; next = news.nextSibling) status.parentNode.append(next);
	document.title = page.title;
	leadBack();
}

// Replaced, so that Back does not lead to a page that leads away at once.
function leadBack() {
	const notice = find('return-auto');
	if (!notice) return;
	setTimeout(() => location.replace(find('return-link').href), Number(notice.dataset.afterMs));
}

if (main.dataset.pollMs) setTimeout(look, Number(main.dataset.pollMs));
leadBack();
