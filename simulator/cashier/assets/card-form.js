// Groups the card number, shows its brand, and checks a field when the shopper leaves it. The messages come from the
// page. The server checks the form again, with or without this script.
const brands = [
	['American Express', /^3[47]/],
	['Diners Club', /^3(?:0[0-5]|095|[689])/],
	['JCB', /^35(?:2[89]|[3-8])/],
	['Elo', /^(?:4011(?:78|79)|438935|457631|504175|506[67]|509\d|627780|636297|636368)/],
	['Visa', /^4/],
	['Mastercard', /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
	['Discover', /^6(?:011|4[4-9]|5)/],
	['UnionPay', /^62/],
	['Maestro', /^(?:50|5[6-9]|6)/],
];

const field = (name) => document.getElementById(name);
const number = field('cardnum');
const now = Date.parse(number.closest('[data-now]').dataset.now);
const digitsOf = (text) => text.replace(/[\s-]/g, '');
const brandOf = (text) => brands.find(([, prefix]) => prefix.test(digitsOf(text)))?.[0] ?? '';

const badge = document.createElement('output');
badge.className = 'brand';
badge.htmlFor = 'cardnum';
badge.dataset.testid = 'brand';
number.after(badge);

// A live region: the error belongs to a field that has lost the focus, so a screen reader would not read it.
const announcement = document.createElement('p');
announcement.className = 'unseen';
announcement.setAttribute('role', 'status');
announcement.dataset.testid = 'field-news';
number.form.append(announcement);

// Groups of four; 4-6-5 for American Express and 4-6-4 for fourteen digits of Diners Club.
function grouped(digits) {
	const brand = brandOf(digits);
	const isShort = brand === 'American Express' || (brand === 'Diners Club' && digits.length <= 14);
	const groups = isShort
		? /^(\d{0,4})(\d{0,6})(\d{0,5})(\d*)$/
		: /^(\d{0,4})(\d{0,4})(\d{0,4})(\d{0,4})(\d*)$/;
	return groups.exec(digits).slice(1).filter(Boolean).join(' ');
}

// The caret stays behind the same digit. Input with other characters is left as it is: the check reports it.
function formatNumber() {
	const { value, selectionStart } = number;
	badge.textContent = brandOf(value);
	if (!/^[\d\s-]*$/.test(value)) return;
	const before = digitsOf(value.slice(0, selectionStart)).length;
	const text = grouped(digitsOf(value));
	if (text === value) return;
	number.value = text;
	let caret = 0;
	for (let digits = 0; digits < before; caret += 1) if (/\d/.test(text[caret])) digits += 1;
	number.setSelectionRange(caret, caret);
}

function passesLuhn(digits) {
	const sum = [...digits].reverse().reduce((total, digit, index) => {
		const weighted = index % 2 === 1 ? Number(digit) * 2 : Number(digit);
		return total + (weighted > 9 ? weighted - 9 : weighted);
	}, 0);
	return sum % 10 === 0;
}

const yearOf = (text) => (text.length === 2 ? 2000 + Number(text) : Number(text));

// Each returns the name of the broken rule, or null.
const checks = {
	cardnum(text) {
		const digits = digitsOf(text);
		if (!/^\d{12,19}$/.test(digits)) return 'cardLength';
		return passesLuhn(digits) ? null : 'checkDigit';
	},
	cardholder: (text) => (/\d{12}/.test(digitsOf(text)) ? 'notAName' : null),
	expirymonth: (text) => (/^\d{1,2}$/.test(text) && text >= 1 && text <= 12 ? null : 'month'),
	expiryyear(text) {
		if (!/^(\d{2}|\d{4})$/.test(text)) return 'year';
		const month = Number(field('expirymonth').value);
		const isMonth = month >= 1 && month <= 12;
		return Date.UTC(yearOf(text), isMonth ? month : 12, 1) <= now ? 'past' : null;
	},
	cardcvv(text) {
		const length = brandOf(number.value) === 'American Express' ? 4 : 3;
		return /^\d+$/.test(text) && text.length === length ? null : `length${length}`;
	},
};

const isInvalid = (input) => input.getAttribute('aria-invalid') === 'true';

// An empty field is no error before the form is sent.
function check(input) {
	const text = input.value.trim();
	const rule = text === '' ? null : checks[input.name](text);
	if (rule !== null) showError(input, JSON.parse(input.dataset.rules)[rule]);
	else if (text !== '') showError(input, '');
}

// While the shopper types, an error is only ever removed.
function recheck(input) {
	const text = input.value.trim();
	if (isInvalid(input) && text !== '' && checks[input.name](text) === null) showError(input, '');
}

function showError(input, message) {
	const id = `${input.name}-error`;
	const error = field(id) ?? document.createElement('p');
	if (error.textContent !== message) announcement.textContent = message;
	if (message === '') {
		error.remove();
		input.removeAttribute('aria-invalid');
		input.removeAttribute('aria-describedby');
		return;
	}
	error.id = id;
	error.className = 'error';
	error.textContent = message;
	input.closest('.field').append(error);
	input.setAttribute('aria-invalid', 'true');
	input.setAttribute('aria-describedby', id);
}

// The year is checked with the month, and the CVV with the brand.
const dependent = { expirymonth: 'expiryyear', cardnum: 'cardcvv' };

// An error message moves the page. While the mouse button is down, the move would take away the button under the pointer:
// the check waits until the click is done.
let isPressed = false;
const pending = new Set();

function checkLater(input) {
	pending.add(input);
	if (!isPressed) checkPending();
}

function checkPending() {
	isPressed = false;
	for (const input of pending) check(input);
	pending.clear();
}

addEventListener('mousedown', () => {
	isPressed = true;
});
for (const type of ['mouseup', 'dragend']) addEventListener(type, () => setTimeout(checkPending));

for (const name of Object.keys(checks)) {
	const input = field(name);
	input.addEventListener('blur', () => checkLater(input));
	input.addEventListener('input', () => {
		if (input === number) formatNumber();
		recheck(input);
		const other = field(dependent[input.name]);
		if (other) recheck(other);
	});
}
formatNumber();
