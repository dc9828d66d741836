// Copies the text beside its button. Where the browser does not let a page do that (no https), the text is selected.
for (const button of document.querySelectorAll('[data-testid="copy"]')) {
	button.hidden = false;
	const text = button.previousElementSibling;
	const news = button.nextElementSibling;
	button.addEventListener('click', async () => {
		try {
			await navigator.clipboard.writeText(button.dataset.text);
			tell(news, button.dataset.copied);
		} catch {
			getSelection().selectAllChildren(text);
			tell(news, button.dataset.selected);
		}
	});
}

// Emptied first, so that a screen reader speaks it again the second time.
function tell(news, said) {
	news.textContent = '';
	requestAnimationFrame(() => {
		news.textContent = said;
	});
}
