/** Spanish of the pages with a form: time left, the payer's details, and what each method shows. */
import type { Words } from '../words.ts';

export const payEs: Words['pay'] = {
	window: {
		left: 'Tiempo restante para pagar:',
		until: 'hasta: {time}',
		by: 'Pague antes del {date}, {time}.',
		five: 'Quedan cinco minutos para pagar.',
		one: 'Queda un minuto para pagar.',
		over: 'El plazo para pagar terminó.',
	},
	copy: {
		copy: 'Copiar',
		copied: 'Copiado',
		selected: 'Seleccionado, listo para copiar',
	},
	payer: {
		heading: 'Sus datos',
		titleAgain: 'Revise sus datos',
		labels: {
			code: 'Código de su aplicación',
			personType: 'Tipo de pagador',
			documentType: 'Tipo de documento',
			document: 'Número de documento',
			name: 'Nombre',
			email: 'Correo electrónico',
			phone: 'Número de celular',
		},
		optional: '{field} (opcional)',
		personTypes: {
			natural: 'Persona natural',
			legal: 'Persona jurídica',
		},
	},
	show: {
		bank: 'La página real le pediría que iniciara sesión; esta nunca pide un usuario ni una contraseña.',
		account: 'Cuenta de prueba',
		code: 'La aplicación real le mostraría un código; aquí sirven seis dígitos cualesquiera.',
		qr: 'Escanee el código QR con su aplicación.',
		picture: 'Código QR del texto que aparece abajo',
		noApp:
			'Ninguna aplicación puede pagar lo que dice esta imagen; aquí el botón hace las veces del escaneo.',
		reference: 'Pague con esta referencia:',
		noCounter:
			'Ningún punto de pago ni banco conoce esta referencia; aquí el botón realiza el pago.',
	},
	actions: {
		scan: 'Simular el escaneo',
		settle: 'Simular el pago',
	},
	test: {
		what: 'Qué se puede probar aquí',
		foreseen: 'Por ahora, este intento tendrá el resultado {outcome} ({cause}).',
		drawn: 'El resultado de este intento queda al azar.',
		steering:
			'El resultado también se puede elegir de antemano, por ejemplo con un banco de prueba de la lista, el encabezado X-Sandbox-Outcome, el correo electrónico del cliente o la referencia del pago.',
		anyCode: 'Se acepta como código cualquier número de seis dígitos.',
		details: 'Sus datos ya vienen cargados con valores de prueba. No se conserva ninguno de ellos.',
	},
};
