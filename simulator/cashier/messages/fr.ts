/** French. No-break spaces stand inside quotation marks and before high punctuation. */
import type { Messages } from './messages.ts';

export const fr: Messages = {
	frame: {
		title: '{page} · Page de paiement sandbox',
		sandbox: 'Environnement de test (sandbox).',
		simulated:
			'Cette page est simulée. Aucune banque n’est interrogée et aucun argent n’est transféré.',
		notReal: 'payin-sandbox · ce n’est pas le service réel',
	},
	summary: {
		amount: 'Montant',
		method: 'Moyen de paiement',
		bank: 'Banque',
		through: 'Via',
		reference: 'Référence',
	},
	actions: {
		pay: 'Payer {amount}',
		confirm: 'Confirmer {amount}',
		cancel: 'Annuler le paiement',
		retry: {
			one: 'Réessayer ({count} tentative restante)',
			many: 'Réessayer ({count} de tentatives restantes)',
			other: 'Réessayer ({count} tentatives restantes)',
		},
		return: 'RETOUR AU COMPTE',
		stay: 'Rester sur cette page',
		open: 'Ouvrir le paiement',
		busy: 'Un instant…',
	},
	form: {
		problems: {
			one: 'Veuillez vérifier {count} champ.',
			many: 'Veuillez vérifier {count} de champs.',
			other: 'Veuillez vérifier {count} champs.',
		},
		nothingPaid: 'Rien n’a été payé.',
		rules: {
			missing: 'Le champ «\u00a0{field}\u00a0» est obligatoire.',
			cardLength: 'Le champ «\u00a0{field}\u00a0» doit comporter de 12 à 19 chiffres.',
			checkDigit: 'La clé de contrôle du champ «\u00a0{field}\u00a0» est incorrecte.',
			unlisted:
				'Le champ «\u00a0{field}\u00a0» ne contient aucun des numéros de test de la liste, et aucun autre n’est accepté.',
			notAName: 'Le champ «\u00a0{field}\u00a0» doit contenir un nom, et non un numéro.',
			month: 'Le champ «\u00a0{field}\u00a0» doit contenir un mois de 1 à 12.',
			year: 'Le champ «\u00a0{field}\u00a0» doit contenir une année à deux ou quatre chiffres.',
			past: 'Le champ «\u00a0{field}\u00a0» indique une date passée.',
			choice: 'Choisissez dans la liste une valeur pour «\u00a0{field}\u00a0».',
			document: 'Le champ «\u00a0{field}\u00a0» n’a pas la forme attendue ({about}).',
			email: 'Le champ «\u00a0{field}\u00a0» doit contenir une adresse e-mail.',
			phone: 'Le champ «\u00a0{field}\u00a0» doit contenir un numéro tel que {about}.',
			wrongCode:
				'Le code est incorrect. Après le troisième code incorrect, le paiement est refusé.',
			length: {
				one: 'Le champ «\u00a0{field}\u00a0» doit comporter {count} chiffre.',
				many: 'Le champ «\u00a0{field}\u00a0» doit comporter {count} de chiffres.',
				other: 'Le champ «\u00a0{field}\u00a0» doit comporter {count} chiffres.',
			},
		},
	},
	card: {
		heading: 'Payer par carte',
		method: 'Carte',
		titleAgain: 'Vérifiez les données de la carte',
		labels: {
			cardnum: 'Numéro de carte',
			cardholder: 'Titulaire',
			expirymonth: 'Mois d’expiration',
			expiryyear: 'Année d’expiration',
			cardcvv: 'CVV',
		},
		month: 'MM',
		year: 'AAAA',
	},
	test: {
		fill: 'Remplir avec des données de test',
		cards: 'Cartes de test et leur effet',
		number: 'Numéro',
		brand: 'Marque',
		outcome: 'Résultat',
		inTurn: '{first}, puis {second}',
		anyDate:
			'Toute date d’expiration future et tout CVV de la bonne longueur conviennent. Aucun autre numéro n’est accepté.',
		codes: '{passes} est accepté, {fails} fait refuser le paiement, tout autre code est incorrect.',
	},
	confirm: {
		heading: 'Confirmez le paiement',
		yourBank: 'votre banque',
		through: 'Vous payez via {where}.',
		title: {
			bank: 'Confirmer via {where}',
			code: 'Confirmer avec {where}',
			qr: 'Confirmer avec {where}',
			reference: 'Payer avec {where}',
		},
	},
	pay: {
		window: {
			left: 'Temps restant pour payer\u00a0:',
			until: 'jusqu’à {time}',
			by: 'Payez avant le {date}, {time}.',
			five: 'Il reste cinq minutes pour payer.',
			one: 'Il reste une minute pour payer.',
			over: 'Le délai de paiement est écoulé.',
		},
		copy: {
			copy: 'Copier',
			copied: 'Copié',
			selected: 'Sélectionné, prêt à copier',
		},
		payer: {
			heading: 'Vos informations',
			titleAgain: 'Vérifiez vos informations',
			labels: {
				code: 'Code de votre application',
				personType: 'Type de payeur',
				documentType: 'Type de document',
				document: 'Numéro du document',
				name: 'Nom',
				email: 'Adresse e-mail',
				phone: 'Numéro de téléphone mobile',
			},
			optional: '{field} (facultatif)',
			personTypes: {
				natural: 'Particulier',
				legal: 'Entreprise',
			},
		},
		show: {
			bank: 'La page réelle vous demanderait de vous identifier\u00a0; celle-ci ne demande jamais d’identifiant ni de mot de passe.',
			account: 'Compte de test',
			code: 'L’application réelle vous montrerait un code\u00a0; ici, six chiffres quelconques suffisent.',
			qr: 'Scannez le code QR avec votre application.',
			picture: 'Code QR du texte ci-dessous',
			noApp:
				'Aucune application ne peut payer ce que dit cette image\u00a0; ici, le bouton remplace le scan.',
			reference: 'Payez avec cette référence\u00a0:',
			noCounter:
				'Aucun guichet et aucune banque ne connaît cette référence\u00a0; ici, le bouton effectue le règlement.',
		},
		actions: {
			scan: 'Simuler le scan',
			settle: 'Simuler le paiement',
		},
		test: {
			what: 'Ce qui peut être testé ici',
			foreseen: 'En l’état, cette tentative aura pour résultat {outcome} ({cause}).',
			drawn: 'Le résultat de cette tentative est laissé au hasard.',
			steering:
				'Le résultat peut aussi être choisi à l’avance, par exemple par une banque de test de la liste, l’en-tête X-Sandbox-Outcome, l’adresse e-mail du client ou la référence du paiement.',
			anyCode: 'Six chiffres quelconques sont acceptés comme code.',
			details:
				'Vos informations sont préremplies avec des valeurs de test. Rien n’en est conservé.',
		},
	},
	challenge: {
		heading: 'Saisissez votre code',
		titleAgain: 'Vérifiez le code',
		asks: 'Votre banque demande un code à usage unique avant d’autoriser le paiement.',
		code: 'Code à usage unique',
	},
	status: {
		headings: {
			processing: 'Paiement en cours de traitement',
			confirmed: 'Paiement confirmé',
			declined: 'Paiement refusé',
			cancelled: 'Paiement annulé',
			expired: 'Paiement expiré',
		},
		texts: {
			processing:
				'Le réseau de paiement n’a pas encore confirmé le paiement. Cette page affichera le résultat dès qu’il sera connu.',
			confirmed: 'Le réseau de paiement a confirmé le paiement le {date} à {time}.',
			declined: 'Le paiement n’a pas été accepté. Rien n’a été payé.',
			cancelled: 'Le paiement a été annulé le {date} à {time}. Rien n’a été payé.',
			expired:
				'Le délai de paiement a pris fin le {date} à {time}. Si vous n’avez pas payé, recommencez depuis la boutique. Si vous avez payé, ne payez pas une seconde fois\u00a0: le paiement peut encore être confirmé.',
		},
		late: 'Le délai de paiement était alors écoulé. Le paiement compte malgré tout.',
		slow: 'Cela prend plus de temps que d’habitude. Il n’est pas nécessaire de payer à nouveau.',
		noRetry:
			'Aucune nouvelle tentative n’est possible ici. Retournez à la boutique pour payer autrement.',
		progress: 'Progression du paiement',
		steps: { submitted: 'Envoyé', network: 'Auprès du réseau de paiement', result: 'Résultat' },
		context: '{date}, {time}',
		waited: 'Temps écoulé',
		mayGo: 'Vous pouvez maintenant retourner à votre compte client.',
		mayRetry: 'Vous pouvez réessayer.',
		mayRetryOrCancel: 'Vous pouvez réessayer ou annuler le paiement dans le formulaire.',
		mayClose: 'Vous pouvez fermer cette page ou retourner vous-même à la boutique.',
		returnsNow: 'Vous retournez maintenant à votre compte client.',
		returnsIn: {
			one: 'Vous retournerez à votre compte client dans {count} seconde.',
			many: 'Vous retournerez à votre compte client dans {count} de secondes.',
			other: 'Vous retournerez à votre compte client dans {count} secondes.',
		},
		reasons: {
			insufficient_funds: 'Le solde du compte est insuffisant.',
			expired_card: 'La carte a expiré.',
			incorrect_cvc: 'Le code de sécurité (CVV) de la carte est incorrect.',
			invalid_number: 'Le numéro de la carte est incorrect.',
			call_issuer: 'La banque vous demande de l’appeler avant d’autoriser le paiement.',
			limit_exceeded: 'Un plafond de la carte ou du compte est atteint.',
			duplicate_transaction: 'Ce paiement répète un paiement effectué il y a un instant.',
			authentication_failed: 'La banque n’a pas pu confirmer votre identité.',
			processing_error: 'Le réseau de paiement n’a pas pu traiter le paiement.',
		},
	},
	notices: {
		used: 'Ce formulaire avait déjà été envoyé et ne compte qu’une fois. Voici où en est le paiement.',
		tooLate:
			'Le formulaire est arrivé trop tard et n’a pas été pris en compte. Voici où en est le paiement.',
	},
	neutral: {
		unknown: {
			heading: 'Paiement introuvable',
			text: 'Il n’y a aucun paiement ici. Retournez à la boutique et recommencez.',
		},
		notReady: {
			heading: 'Paiement non disponible',
			text: 'Aucun moyen de paiement n’a encore été choisi. Retournez à la boutique et choisissez-en un.',
		},
		ended: {
			heading: 'Paiement terminé',
			text: 'Ce paiement est terminé. Retournez à la boutique pour en connaître le résultat.',
		},
		outOfDate: {
			heading: 'Formulaire périmé',
			text: 'Ce formulaire ne correspond plus au paiement et rien n’a été effectué. Ouvrez à nouveau le paiement pour continuer.',
		},
	},
};
