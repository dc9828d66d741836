// Another kind of document comes with its own test value, as long as the number is a test value. The server takes the
// number of the other kind for that one all the same.
const kinds = document.getElementById('documentType');
const number = document.getElementById('document');
const testValueOf = ({ dataset }) => dataset.testValue;

kinds.addEventListener('change', () => {
	const isLeft = [...kinds.options].map(testValueOf).includes(number.value);
	if (isLeft) number.value = testValueOf(kinds.selectedOptions[0]);
});
