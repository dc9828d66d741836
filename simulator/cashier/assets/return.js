// Reports to the sandbox that the shopper follows the return link. The payment then lists the call `return`, as it lists
// `act return`. The link itself stays a plain link to exactly the return URL.
export function reportReturn({ dataset }) {
	navigator.sendBeacon(dataset.report, new URLSearchParams({ action: 'return' }));
}

function reportClick({ target, button }) {
	const link = target.closest('[data-testid="return-link"]');
	// The middle button opens the link in another tab, the right one only a menu.
	if (link && button < 2) reportReturn(link);
}

// The status page replaces the link when its state changes: the listeners stay with the document.
document.addEventListener('click', reportClick);
document.addEventListener('auxclick', reportClick);
