/** French of the pages with a form: time left, the payer's details, and what each method shows. */
import type { Words } from '../words.ts';

export const payFr: Words['pay'] = {
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
		details: 'Vos informations sont préremplies avec des valeurs de test. Rien n’en est conservé.',
	},
};
