// Tells what is wrong with a card field when it is left, in the sentences of the page, and takes it back once it is
// mended. The server judges the form all the same, with or without this script.
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
const brandOf = (text) => brands.find(([, begins]) => begins.test(digitsOf(text)))?.[0] ?? '';

const badge = document.createElement('output');
badge.className = 'brand';
badge.htmlFor = 'cardnum';
badge.dataset.testid = 'brand';
number.after(badge);

// Speaks what is wrong with a field that was left: the focus is elsewhere by then.
const fieldNews = document.createElement('p');
fieldNews.className = 'unseen';
fieldNews.setAttribute('role', 'status');
fieldNews.dataset.testid = 'field-news';
number.form.append(fieldNews);

// Four by four, but 4-6-5 for fifteen digits and 4-6-4 for fourteen.
function grouped(digits) {
	const brand = brandOf(digits);
	const isShort = brand === 'American Express' || (brand === 'Diners Club' && digits.length <= 14);
	const groups = isShort
		? /^(\d{0,4})(\d{0,6})(\d{0,5})(\d*)$/
		: /^(\d{0,4})(\d{0,4})(\d{0,4})(\d{0,4})(\d*)$/;
	return groups.exec(digits).slice(1).filter(Boolean).join(' ');
}

// What is no number stays as it was typed, to be told about. The caret stays behind the digit it stood behind.
function group() {
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

// The name of the rule that is broken, if any.
const judges = {
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

// An empty field is not wrong while somebody is still on the way to it.
function judge(input, toldOnly) {
	const text = input.value.trim();
	const isTold = input.getAttribute('aria-invalid') === 'true';
	if (toldOnly && !isTold) return;
	const rule = text === '' ? null : judges[input.name](text);
	if (rule === null && (text !== '' || !isTold)) return tell(input, '');
	if (rule !== null && !toldOnly) tell(input, JSON.parse(input.dataset.rules)[rule]);
}

function tell(input, sentence) {
	const id = `${input.name}-error`;
	const place = field(id) ?? document.createElement('p');
	if (place.textContent !== sentence) fieldNews.textContent = sentence;
	if (sentence === '') {
		place.remove();
		input.removeAttribute('aria-invalid');
		input.removeAttribute('aria-describedby');
		return;
	}
	place.id = id;
	place.className = 'error';
	place.textContent = sentence;
	input.closest('.field').append(place);
	input.setAttribute('aria-invalid', 'true');
	input.setAttribute('aria-describedby', id);
}

// What a field is worth may hang on another: the year on the month, the CVV on the brand.
const dependent = { expirymonth: 'expiryyear', cardnum: 'cardcvv' };

// A sentence pushes down what is below it. While a button of the pointer is down, that would be the one it aims at.
let isPressed = false;
const left = new Set();

function leave(input) {
	left.add(input);
	if (!isPressed) judgeLeft();
}

function judgeLeft() {
	isPressed = false;
	for (const input of left) judge(input, false);
	left.clear();
}

addEventListener('mousedown', () => {
	isPressed = true;
});
// Once the click has found its aim.
for (const released of ['mouseup', 'dragend'])
	addEventListener(released, () => setTimeout(judgeLeft));

for (const name of Object.keys(judges)) {
	const input = field(name);
	input.addEventListener('blur', () => leave(input));
	input.addEventListener('input', () => {
		if (input === number) group();
		judge(input, true);
		const other = field(dependent[input.name]);
		if (other) judge(other, true);
	});
}
group();
