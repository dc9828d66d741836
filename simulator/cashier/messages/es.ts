/** Spanish of Latin America: formal, with usted. */
import type { Messages } from './messages.ts';

export const es: Messages = {
	frame: {
		title: '{page} · Página de pago sandbox',
		sandbox: 'Entorno de pruebas (sandbox).',
		simulated: 'Esta página es una simulación. No se consulta a ningún banco ni se mueve dinero.',
		notReal: 'payin-sandbox · no es el servicio real',
	},
	summary: {
		amount: 'Monto',
		method: 'Medio de pago',
		bank: 'Banco',
		through: 'A través de',
		reference: 'Referencia',
	},
	actions: {
		pay: 'Pagar {amount}',
		confirm: 'Confirmar {amount}',
		cancel: 'Anular el pago',
		retry: {
			one: 'Intentar de nuevo (queda {count} intento)',
			many: 'Intentar de nuevo (quedan {count} de intentos)',
			other: 'Intentar de nuevo (quedan {count} intentos)',
		},
		return: 'VOLVER A LA CUENTA',
		stay: 'Permanecer en esta página',
		open: 'Abrir el pago',
		busy: 'Un momento…',
	},
	form: {
		problems: {
			one: 'Revise {count} campo.',
			many: 'Revise {count} de campos.',
			other: 'Revise {count} campos.',
		},
		nothingPaid: 'No se ha pagado nada.',
		rules: {
			missing: 'El campo «{field}» es obligatorio.',
			cardLength: 'El campo «{field}» debe tener entre 12 y 19 dígitos.',
			checkDigit: 'El dígito de control del campo «{field}» no es correcto.',
			unlisted:
				'El campo «{field}» no contiene ninguno de los números de prueba de la lista, y no se acepta ningún otro.',
			notAName: 'El campo «{field}» debe contener un nombre, no un número.',
			month: 'El campo «{field}» debe contener un mes del 1 al 12.',
			year: 'El campo «{field}» debe contener un año de dos o cuatro dígitos.',
			past: 'El campo «{field}» indica una fecha pasada.',
			choice: 'Elija de la lista un valor para «{field}».',
			document: 'El campo «{field}» no tiene el formato de {about}.',
			email: 'El campo «{field}» debe contener una dirección de correo electrónico.',
			phone: 'El campo «{field}» debe contener un número como {about}.',
			wrongCode:
				'El código no es correcto. Después del tercer código incorrecto, el pago se rechaza.',
			length: {
				one: 'El campo «{field}» debe tener {count} dígito.',
				many: 'El campo «{field}» debe tener {count} de dígitos.',
				other: 'El campo «{field}» debe tener {count} dígitos.',
			},
		},
	},
	card: {
		heading: 'Pago con tarjeta',
		method: 'Tarjeta',
		titleAgain: 'Revise los datos de la tarjeta',
		labels: {
			cardnum: 'Número de tarjeta',
			cardholder: 'Titular',
			expirymonth: 'Mes de vencimiento',
			expiryyear: 'Año de vencimiento',
			cardcvv: 'CVV',
		},
		month: 'MM',
		year: 'AAAA',
	},
	test: {
		fill: 'Completar con datos de prueba',
		cards: 'Tarjetas de prueba y su resultado',
		number: 'Número',
		brand: 'Marca',
		outcome: 'Resultado',
		inTurn: '{first}, luego {second}',
		anyDate:
			'Sirve cualquier fecha de vencimiento futura y cualquier CVV de la longitud correcta. No se acepta ningún otro número.',
		codes:
			'{passes} se acepta, con {fails} se rechaza el pago y cualquier otro código es incorrecto.',
	},
	confirm: {
		heading: 'Confirme el pago',
		yourBank: 'su banco',
		through: 'Está pagando a través de {where}.',
		title: {
			bank: 'Confirmar en {where}',
			code: 'Confirmar con {where}',
			qr: 'Confirmar con {where}',
			reference: 'Pagar con {where}',
		},
	},
	pay: {
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
			details:
				'Sus datos ya vienen cargados con valores de prueba. No se conserva ninguno de ellos.',
		},
	},
	challenge: {
		heading: 'Ingrese su código',
		titleAgain: 'Revise el código',
		asks: 'Su banco solicita un código de un solo uso antes de autorizar el pago.',
		code: 'Código',
	},
	status: {
		headings: {
			processing: 'Pago en proceso',
			confirmed: 'Pago confirmado',
			declined: 'Pago rechazado',
			cancelled: 'Pago anulado',
			expired: 'Pago expirado',
		},
		texts: {
			processing:
				'La red de pagos todavía no ha confirmado el pago. Esta página mostrará el resultado en cuanto lo haya.',
			confirmed: 'La red de pagos confirmó el pago el {date}, {time}.',
			declined: 'El pago no fue aceptado. No se ha pagado nada.',
			cancelled: 'El pago se anuló el {date}, {time}. No se ha pagado nada.',
			expired:
				'El plazo para pagar terminó el {date}, {time}. Si no ha pagado, comience de nuevo desde la tienda. Si ya pagó, no pague otra vez: el pago todavía puede confirmarse.',
		},
		late: 'El plazo para pagar ya había terminado. El pago es válido de todos modos.',
		slow: 'Está tardando más de lo habitual. No es necesario pagar de nuevo.',
		noRetry: 'Aquí no se puede intentar de nuevo. Vuelva a la tienda para pagar de otra manera.',
		progress: 'Avance del pago',
		steps: { submitted: 'Enviado', network: 'En la red de pagos', result: 'Resultado' },
		context: '{date}, {time}',
		waited: 'Tiempo transcurrido',
		mayGo: 'Ya puede volver a su cuenta en la tienda.',
		mayRetry: 'Puede intentarlo de nuevo.',
		mayRetryOrCancel: 'Puede intentarlo de nuevo o anular el pago en el formulario.',
		mayClose: 'Puede cerrar esta página o volver a la tienda por su cuenta.',
		returnsNow: 'Ahora volverá a su cuenta en la tienda.',
		returnsIn: {
			one: 'Volverá a su cuenta en la tienda en {count} segundo.',
			many: 'Volverá a su cuenta en la tienda en {count} de segundos.',
			other: 'Volverá a su cuenta en la tienda en {count} segundos.',
		},
		reasons: {
			insufficient_funds: 'No hay fondos suficientes en la cuenta.',
			expired_card: 'La tarjeta está vencida.',
			incorrect_cvc: 'El código de seguridad (CVV) de la tarjeta no es correcto.',
			invalid_number: 'El número de la tarjeta no es correcto.',
			call_issuer: 'El banco pide que lo llame antes de autorizar el pago.',
			limit_exceeded: 'Se ha alcanzado un límite de la tarjeta o de la cuenta.',
			duplicate_transaction: 'Este pago repite otro realizado hace un momento.',
			authentication_failed: 'El banco no pudo confirmar su identidad.',
			processing_error: 'La red de pagos no pudo procesar el pago.',
		},
	},
	notices: {
		used: 'Este formulario ya se había enviado y cuenta una sola vez. A continuación verá el estado del pago.',
		tooLate:
			'El formulario llegó demasiado tarde y no se utilizó. A continuación verá el estado del pago.',
	},
	neutral: {
		unknown: {
			heading: 'Pago no encontrado',
			text: 'Aquí no hay ningún pago. Vuelva a la tienda y comience de nuevo.',
		},
		notReady: {
			heading: 'Pago aún no disponible',
			text: 'Todavía no se ha elegido un medio de pago. Vuelva a la tienda y elija uno.',
		},
		ended: {
			heading: 'Pago finalizado',
			text: 'Este pago ha finalizado. Vuelva a la tienda para ver el resultado.',
		},
		outOfDate: {
			heading: 'Formulario no vigente',
			text: 'Este formulario ya no corresponde al pago y no se ha hecho nada. Abra de nuevo el pago para continuar.',
		},
	},
};
