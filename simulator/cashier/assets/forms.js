// Disables the buttons once a form is sent, so that it is sent once; the form's token ensures that without scripts. The
// fields stay enabled. The buttons work again when no answer comes, or when the shopper returns to the page.
const forms = [...document.forms];
const buttons = forms.flatMap((form) => [...form.querySelectorAll('button[type="submit"]')]);
const labels = new Map(buttons.map((button) => [button, button.textContent]));

// Longer than the next page takes on a slow network.
const timeoutMs = 15_000;

let isSent = false;

function lock(event) {
	if (isSent) return event.preventDefault();
	isSent = true;
	const { target: form, submitter } = event;
	const pressed = submitter ?? form.querySelector('button[type="submit"]');
	// After the browser has collected the form data: a disabled button is not part of it.
	setTimeout(() => {
		for (const button of buttons) button.disabled = true;
		if (pressed) pressed.textContent = form.dataset.busy;
		form.setAttribute('aria-busy', 'true');
	});
	setTimeout(unlock, timeoutMs);
}

// The first form of the start page: its address follows the choice.
const following = forms.filter((form) => 'submitOnChange' in form.dataset);
for (const form of following) form.addEventListener('change', () => form.requestSubmit());

function unlock() {
	isSent = false;
	for (const form of forms) form.removeAttribute('aria-busy');
	for (const [button, label] of labels) {
		button.disabled = false;
		button.textContent = label;
	}
}

document.addEventListener('submit', lock);
// The back/forward cache restores a page with its disabled buttons, and with a choice that led to another page.
addEventListener('pageshow', () => {
	unlock();
	for (const form of following) form.reset();
});
