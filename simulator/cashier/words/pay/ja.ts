/** Japanese of the pages with a form: time left, the payer's details, and what each method shows. */
import type { Words } from '../words.ts';

export const payJa: Words['pay'] = {
	window: {
		left: 'お支払いの残り時間：',
		until: '{time}まで',
		by: '{date} {time}までにお支払いください。',
		five: 'お支払いの残り時間はあと5分です。',
		one: 'お支払いの残り時間はあと1分です。',
		over: 'お支払いの期限が過ぎました。',
	},
	copy: {
		copy: 'コピー',
		copied: 'コピーしました',
		selected: '選択しました。コピーできます',
	},
	payer: {
		heading: 'お客様の情報',
		titleAgain: 'お客様の情報の確認',
		labels: {
			code: 'アプリに表示されるコード',
			personType: 'お支払いになる方の区分',
			documentType: '本人確認書類の種類',
			document: '本人確認書類の番号',
			name: 'お名前',
			email: 'メールアドレス',
			phone: '携帯電話番号',
		},
		optional: '{field}（任意）',
		personTypes: {
			natural: '個人',
			legal: '法人',
		},
	},
	show: {
		bank: '実際のページではログインが必要ですが、ここではユーザー名やパスワードの入力を求めることは決してありません。',
		account: 'テスト口座',
		code: '実際のアプリではコードが表示されますが、ここでは任意の6桁の数字で結構です。',
		qr: 'アプリでQRコードを読み取ってください。',
		picture: '下のテキストのQRコード',
		noApp:
			'この画像の内容で支払えるアプリはありません。ここではボタンが読み取りの代わりになります。',
		reference: 'この番号でお支払いください：',
		noCounter: 'この番号は窓口でも銀行でも使えません。ここではボタンでお支払いが完了します。',
	},
	actions: {
		scan: '読み取りをシミュレートする',
		settle: 'お支払いをシミュレートする',
	},
	test: {
		what: 'ここで試せること',
		foreseen: '現時点では、この試行の結果は {outcome}（{cause}）になります。',
		drawn: 'この試行の結果は無作為に決まります。',
		steering:
			'結果は事前に指定することもできます。一覧のテスト銀行、X-Sandbox-Outcome ヘッダー、顧客のメールアドレス、支払いの参照番号などで指定します。',
		anyCode: 'コードは任意の6桁の数字を受け付けます。',
		details: 'お客様の情報にはテスト用の値が入力されています。保存されるものはありません。',
	},
};
