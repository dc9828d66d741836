import { openBankPage, story } from '../scenario.ts';

export const edgeDrift = story({
	name: 'edge/drift',
	title:
		'The service adds fields, reverses the order of keys and offers unknown options: payments go on',
	tags: ['edge', 'drift'],
	cost: 'A new field in an answer stops all payments at once.',
	advice:
		'Ignore fields that you do not know. Read fields by name, not by place. Skip unknown options.',
	needs: 'control',
	async run({ payin, shopper, control, expect }) {
		const drift = { additiveFields: true, keyOrder: 'reversed', extraOptions: 2 } as const;
		await control.settings({ drift: { ...drift, deprecationHeader: true } });
		const session = await openBankPage({ payin, shopper }, { market: 'CO' });
		await shopper.pay(session);
		await shopper.waitFor(session, 'confirmed');
		const kinds = new Set(control.takeDeviations().map(({ documented }) => documented));
		expect.equal('deviations', [...kinds], ['no such field']);
	},
});
