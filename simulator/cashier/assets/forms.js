// A form is sent once: its token sees to that without this script, and this script says so at once. Its fields stay as
// they are, and the page can be used again when the answer does not come, or when the shopper comes back to it.
const forms = [...document.forms];
const buttons = forms.flatMap((form) => [...form.querySelectorAll('button[type="submit"]')]);
const texts = new Map(buttons.map((button) => [button, button.textContent]));

// Longer than a slow network takes to bring the next page.
const longestWaitMs = 15_000;

let isSent = false;

function hold(event) {
	if (isSent) return event.preventDefault();
	isSent = true;
	const { target: form, submitter } = event;
	const pressed = submitter ?? form.querySelector('button[type="submit"]');
	// Once the browser has taken what the form holds: a disabled button would not be a part of it.
	setTimeout(() => {
		for (const button of buttons) button.disabled = true;
		if (pressed) pressed.textContent = form.dataset.busy;
		form.setAttribute('aria-busy', 'true');
	});
	setTimeout(release, longestWaitMs);
}

function release() {
	isSent = false;
	for (const form of forms) form.removeAttribute('aria-busy');
	for (const [button, text] of texts) {
		button.disabled = false;
		button.textContent = text;
	}
}

document.addEventListener('submit', hold);
// Some browsers bring a page back with its buttons as they were left.
addEventListener('pageshow', release);
