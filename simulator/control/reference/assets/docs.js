// Shows the document of this very sandbox. Calls made here go to the address that the page came from.
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

globalThis.SwaggerUIBundle({
	url: 'openapi.json',
	dom_id: '#reference',
	deepLinking: true,
	tryItOutEnabled: true,
	displayRequestDuration: true,
	defaultModelsExpandDepth: 0,
	docExpansion: 'list',
	// Otherwise the page would send the document to a validator elsewhere.
	validatorUrl: null,
});
