/** Portuguese of Brazil. */
import type { Messages } from './messages.ts';

export const pt: Messages = {
	frame: {
		title: '{page} · Página de pagamento sandbox',
		sandbox: 'Ambiente de testes (sandbox).',
		simulated: 'Esta página é simulada. Nenhum banco é consultado e nenhum valor é movimentado.',
		notReal: 'payin-sandbox · não é o serviço real',
	},
	summary: {
		amount: 'Valor',
		method: 'Forma de pagamento',
		bank: 'Banco',
		through: 'Via',
		reference: 'Referência',
	},
	actions: {
		pay: 'Pagar {amount}',
		confirm: 'Confirmar {amount}',
		cancel: 'Cancelar pagamento',
		retry: {
			one: 'Tentar novamente (resta {count} tentativa)',
			many: 'Tentar novamente (restam {count} de tentativas)',
			other: 'Tentar novamente (restam {count} tentativas)',
		},
		return: 'VOLTAR À CONTA',
		stay: 'Permanecer nesta página',
		open: 'Abrir o pagamento',
		busy: 'Um momento…',
	},
	form: {
		problems: {
			one: 'Confira {count} campo.',
			many: 'Confira {count} de campos.',
			other: 'Confira {count} campos.',
		},
		nothingPaid: 'Nada foi pago.',
		rules: {
			missing: 'O campo “{field}” é obrigatório.',
			cardLength: 'O campo “{field}” deve ter de 12 a 19 dígitos.',
			checkDigit: 'O dígito verificador do campo “{field}” está incorreto.',
			unlisted:
				'O campo “{field}” não contém nenhum dos números de teste da lista, e nenhum outro é aceito.',
			notAName: 'O campo “{field}” deve conter um nome, e não um número.',
			month: 'O campo “{field}” deve conter um mês de 1 a 12.',
			year: 'O campo “{field}” deve conter um ano de dois ou quatro dígitos.',
			past: 'O campo “{field}” indica uma data passada.',
			choice: 'Escolha na lista um valor para “{field}”.',
			document: 'O campo “{field}” não tem o formato de {about}.',
			email: 'O campo “{field}” deve conter um endereço de e-mail.',
			phone: 'O campo “{field}” deve conter um número como {about}.',
			wrongCode:
				'O código está incorreto. Após o terceiro código incorreto, o pagamento é recusado.',
			length: {
				one: 'O campo “{field}” deve ter {count} dígito.',
				many: 'O campo “{field}” deve ter {count} de dígitos.',
				other: 'O campo “{field}” deve ter {count} dígitos.',
			},
		},
	},
	card: {
		heading: 'Pagamento com cartão',
		method: 'Cartão',
		titleAgain: 'Confira os dados do cartão',
		labels: {
			cardnum: 'Número do cartão',
			cardholder: 'Titular',
			expirymonth: 'Mês de validade',
			expiryyear: 'Ano de validade',
			cardcvv: 'CVV',
		},
		month: 'MM',
		year: 'AAAA',
	},
	test: {
		fill: 'Preencher com dados de teste',
		cards: 'Cartões de teste e seus resultados',
		number: 'Número',
		brand: 'Bandeira',
		outcome: 'Resultado',
		inTurn: '{first}, depois {second}',
		anyDate:
			'Qualquer validade futura e qualquer CVV do tamanho correto são aceitos. Nenhum outro número é aceito.',
		codes:
			'{passes} é aceito, com {fails} o pagamento é recusado e qualquer outro código está incorreto.',
	},
	confirm: {
		heading: 'Confirme o pagamento',
		yourBank: 'seu banco',
		through: 'Você está pagando via {where}.',
		title: {
			bank: 'Confirmar via {where}',
			code: 'Confirmar com {where}',
			qr: 'Confirmar com {where}',
			reference: 'Pagar com {where}',
		},
	},
	pay: {
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
	},
	challenge: {
		heading: 'Digite seu código',
		titleAgain: 'Confira o código',
		asks: 'Seu banco solicita um código de uso único antes de autorizar o pagamento.',
		code: 'Código',
	},
	status: {
		headings: {
			processing: 'Pagamento em processamento',
			confirmed: 'Pagamento confirmado',
			declined: 'Pagamento recusado',
			cancelled: 'Pagamento cancelado',
			expired: 'Pagamento expirado',
		},
		texts: {
			processing:
				'A rede de pagamentos ainda não confirmou o pagamento. Esta página mostrará o resultado assim que houver um.',
			confirmed: 'A rede de pagamentos confirmou o pagamento em {date}, {time}.',
			declined: 'O pagamento não foi aceito. Nada foi pago.',
			cancelled: 'O pagamento foi cancelado em {date}, {time}. Nada foi pago.',
			expired:
				'O prazo para pagar terminou em {date}, {time}. Se você não pagou, comece novamente a partir da loja. Se já pagou, não pague outra vez: o pagamento ainda pode ser confirmado.',
		},
		late: 'O prazo para pagar já havia terminado. O pagamento vale mesmo assim.',
		slow: 'Está demorando mais do que o normal. Não é preciso pagar novamente.',
		noRetry: 'Não é possível tentar novamente aqui. Volte à loja para pagar de outra forma.',
		progress: 'Andamento do pagamento',
		steps: { submitted: 'Enviado', network: 'Na rede de pagamentos', result: 'Resultado' },
		context: '{date}, {time}',
		waited: 'Tempo decorrido',
		mayGo: 'Você já pode voltar à sua conta na loja.',
		mayRetry: 'Você pode tentar de novo.',
		mayRetryOrCancel: 'Você pode tentar de novo ou cancelar o pagamento no formulário.',
		mayClose: 'Você pode fechar esta página ou voltar à loja por conta própria.',
		returnsNow: 'Você voltará à sua conta na loja agora.',
		returnsIn: {
			one: 'Você voltará à sua conta na loja em {count} segundo.',
			many: 'Você voltará à sua conta na loja em {count} de segundos.',
			other: 'Você voltará à sua conta na loja em {count} segundos.',
		},
		reasons: {
			insufficient_funds: 'Não há saldo suficiente na conta.',
			expired_card: 'O cartão está vencido.',
			incorrect_cvc: 'O código de segurança (CVV) do cartão está incorreto.',
			invalid_number: 'O número do cartão está incorreto.',
			call_issuer: 'O banco pede que você ligue antes de liberar o pagamento.',
			limit_exceeded: 'Um limite do cartão ou da conta foi atingido.',
			duplicate_transaction: 'Este pagamento repete outro feito há pouco.',
			authentication_failed: 'O banco não conseguiu confirmar sua identidade.',
			processing_error: 'A rede de pagamentos não conseguiu processar o pagamento.',
		},
	},
	notices: {
		used: 'Este formulário já havia sido enviado e conta uma única vez. Veja a seguir a situação do pagamento.',
		tooLate:
			'O formulário chegou tarde demais e não foi usado. Veja a seguir a situação do pagamento.',
	},
	neutral: {
		unknown: {
			heading: 'Pagamento não encontrado',
			text: 'Não há nenhum pagamento aqui. Volte à loja e comece novamente.',
		},
		notReady: {
			heading: 'Pagamento ainda não disponível',
			text: 'Nenhuma forma de pagamento foi escolhida ainda. Volte à loja e escolha uma.',
		},
		ended: {
			heading: 'Pagamento encerrado',
			text: 'Este pagamento foi encerrado. Volte à loja para ver o resultado.',
		},
		outOfDate: {
			heading: 'Formulário desatualizado',
			text: 'Este formulário não pertence mais ao pagamento e nada foi feito. Abra o pagamento novamente para continuar.',
		},
	},
};
