// Sets the document number to the test value of the chosen type, unless the shopper has typed another number. The server
// does the same for a form without scripts.
const types = document.getElementById('documentType');
const number = document.getElementById('document');
const testValueOf = ({ dataset }) => dataset.testValue;

types.addEventListener('change', () => {
	const isTestValue = [...types.options].map(testValueOf).includes(number.value);
	if (isTestValue) number.value = testValueOf(types.selectedOptions[0]);
});
