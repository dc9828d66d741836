/** Portuguese of the pages with a form: time left, the payer's details, and what each method shows. */
import type { Words } from '../words.ts';

export const payPt: Words['pay'] = {
	window: {
		left: 'Tempo restante para pagar:',
		until: 'até {time}',
		by: 'Pague até {date}, {time}.',
		five: 'Restam cinco minutos para pagar.',
		one: 'Resta um minuto para pagar.',
		over: 'O prazo para pagar terminou.',
	},
	copy: {
		copy: 'Copiar',
		copied: 'Copiado',
		selected: 'Selecionado, pronto para copiar',
	},
	payer: {
		heading: 'Seus dados',
		titleAgain: 'Confira seus dados',
		labels: {
			code: 'Código do seu aplicativo',
			personType: 'Tipo de pagador',
			documentType: 'Tipo de documento',
			document: 'Número do documento',
			name: 'Nome',
			email: 'E-mail',
			phone: 'Número de celular',
		},
		optional: '{field} (opcional)',
		personTypes: {
			natural: 'Pessoa física',
			legal: 'Pessoa jurídica',
		},
	},
	show: {
		bank: 'A página real pediria que você acessasse sua conta; esta nunca pede usuário nem senha.',
		account: 'Conta de teste',
		code: 'O aplicativo real mostraria um código; aqui servem quaisquer seis dígitos.',
		qr: 'Escaneie o QR Code com seu aplicativo.',
		picture: 'QR Code do texto abaixo',
		noApp:
			'Nenhum aplicativo consegue pagar o que esta imagem diz; aqui o botão faz as vezes da leitura.',
		reference: 'Pague com esta referência:',
		noCounter:
			'Nenhum ponto de atendimento e nenhum banco conhece esta referência; aqui o botão faz o pagamento.',
	},
	actions: {
		scan: 'Simular a leitura',
		settle: 'Simular o pagamento',
	},
	test: {
		what: 'O que pode ser testado aqui',
		foreseen: 'Por enquanto, esta tentativa terá o resultado {outcome} ({cause}).',
		drawn: 'O resultado desta tentativa fica ao acaso.',
		steering:
			'O resultado também pode ser escolhido antes, por exemplo por um banco de teste da lista, pelo cabeçalho X-Sandbox-Outcome, pelo e-mail do cliente ou pela referência do pagamento.',
		anyCode: 'Quaisquer seis dígitos são aceitos como código.',
		details: 'Seus dados já vêm preenchidos com valores de teste. Nada deles é guardado.',
	},
};
