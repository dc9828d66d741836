// Copies the text beside the button. Where the browser denies that (without https), the text is selected instead.
for (const button of document.querySelectorAll('[data-testid="copy"]')) {
	button.hidden = false;
	const text = button.previousElementSibling;
	const status = button.nextElementSibling;
	button.addEventListener('click', async () => {
		try {
			await navigator.clipboard.writeText(button.dataset.text);
			announce(status, button.dataset.copied);
		} catch {
			getSelection().selectAllChildren(text);
			announce(status, button.dataset.selected);
		}
	});
}

// A screen reader reads the same text again only after the element was empty.
function announce(status, message) {
	status.textContent = '';
	requestAnimationFrame(() => {
		status.textContent = message;
	});
}
