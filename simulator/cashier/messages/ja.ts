/** Japanese, in the polite です・ます form. */
import type { Messages } from './messages.ts';

export const ja: Messages = {
	frame: {
		title: '{page}｜サンドボックス決済ページ',
		sandbox: 'テスト環境（SANDBOX）',
		simulated: 'このページはシミュレーションです。銀行への照会や実際のお金の移動は行われません。',
		notReal: 'payin-sandbox · 実際のサービスではありません',
	},
	summary: {
		amount: '金額',
		method: 'お支払い方法',
		bank: '銀行',
		through: 'お支払い窓口',
		reference: '参照番号',
	},
	actions: {
		pay: '{amount} を支払う',
		confirm: '{amount} の支払いを確定する',
		cancel: '支払いをキャンセル',
		retry: { other: 'もう一度試す（残り{count}回）' },
		return: 'アカウントに戻る',
		stay: 'このページにとどまる',
		open: 'お支払いを開く',
		busy: 'お待ちください…',
	},
	form: {
		problems: { other: '{count}件の入力項目をご確認ください。' },
		nothingPaid: 'お支払いは行われていません。',
		rules: {
			missing: '「{field}」を入力してください。',
			cardLength: '「{field}」は12～19桁の数字で入力してください。',
			checkDigit: '「{field}」のチェックディジットが正しくありません。',
			unlisted:
				'「{field}」は一覧にあるテスト用の番号ではありません。それ以外の番号はご利用いただけません。',
			notAName: '「{field}」には番号ではなくお名前を入力してください。',
			month: '「{field}」は1～12の月を入力してください。',
			year: '「{field}」は2桁または4桁の年を入力してください。',
			past: '「{field}」が過去の日付です。',
			choice: '「{field}」は一覧から選択してください。',
			document: '「{field}」は {about} の形式ではありません。',
			email: '「{field}」にはメールアドレスを入力してください。',
			phone: '「{field}」には {about} のような番号を入力してください。',
			wrongCode: 'コードが正しくありません。3回間違えると、お支払いは拒否されます。',
			length: { other: '「{field}」は{count}桁の数字で入力してください。' },
		},
	},
	card: {
		heading: 'カードでのお支払い',
		method: 'カード',
		titleAgain: 'カード情報をご確認ください',
		labels: {
			cardnum: 'カード番号',
			cardholder: 'カード名義人',
			expirymonth: '有効期限（月）',
			expiryyear: '有効期限（年）',
			cardcvv: 'セキュリティコード（CVV）',
		},
		month: 'MM',
		year: 'YYYY',
	},
	test: {
		fill: 'テスト用の値を入力する',
		cards: 'テストカードとその結果',
		number: '番号',
		brand: 'ブランド',
		outcome: '結果',
		inTurn: '{first}、続いて {second}',
		anyDate:
			'有効期限は将来の日付であれば、CVVは桁数が正しければ、どの値でも構いません。それ以外のカード番号はご利用いただけません。',
		codes:
			'{passes} は承認されます。{fails} ではお支払いが拒否されます。それ以外のコードは誤りとなります。',
	},
	confirm: {
		heading: 'お支払いの確認',
		yourBank: 'ご利用の銀行',
		through: '{where} を通じてお支払いいただきます。',
		title: {
			bank: '{where} での確認',
			code: '{where} での確認',
			qr: '{where} での確認',
			reference: '{where} でのお支払い',
		},
	},
	pay: {
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
	},
	challenge: {
		heading: 'コードを入力してください',
		titleAgain: 'コードをご確認ください',
		asks: 'お支払いの前に、銀行がワンタイムコードの入力を求めています。',
		code: 'コード',
	},
	status: {
		headings: {
			processing: 'お支払いを処理中です',
			confirmed: 'お支払いが確認されました',
			declined: 'お支払いが拒否されました',
			cancelled: 'お支払いがキャンセルされました',
			expired: 'お支払いの期限が切れました',
		},
		texts: {
			processing:
				'お支払いはまだ決済ネットワークで確認されていません。結果が出しだい、このページに表示されます。',
			confirmed: 'お支払いは{date} {time}に決済ネットワークで確認されました。',
			declined: 'お支払いは承認されませんでした。お支払いは行われていません。',
			cancelled: 'お支払いは{date} {time}にキャンセルされました。お支払いは行われていません。',
			expired:
				'お支払いの期限（{date} {time}）が過ぎました。まだお支払いでない場合は、ショップから改めてお手続きください。すでにお支払い済みの場合は、重ねてお支払いにならないようお願いいたします。後から確認される場合があります。',
		},
		late: 'その時点でお支払いの期限は過ぎていましたが、お支払いは有効です。',
		slow: '通常より時間がかかっています。再度お支払いいただく必要はありません。',
		noRetry: 'ここでは再試行できません。ショップに戻り、別の方法でお支払いください。',
		progress: 'お支払いの進行状況',
		steps: { submitted: '送信済み', network: '決済ネットワークで処理中', result: '結果' },
		context: '{date} {time}',
		waited: '経過時間',
		mayGo: 'アカウントにお戻りいただけます。',
		mayRetry: 'もう一度お試しいただけます。',
		mayRetryOrCancel: 'もう一度お試しいただくか、フォームでお支払いをキャンセルできます。',
		mayClose: 'このページを閉じるか、ご自身でショップにお戻りください。',
		returnsNow: 'アカウントに戻ります。',
		returnsIn: { other: '{count}秒後にアカウントに戻ります。' },
		reasons: {
			insufficient_funds: '口座の残高が不足しています。',
			expired_card: 'カードの有効期限が切れています。',
			incorrect_cvc: 'カードのセキュリティコードが正しくありません。',
			invalid_number: 'カード番号が正しくありません。',
			call_issuer: 'お支払いの承認には、銀行への電話連絡が必要です。',
			limit_exceeded: 'カードまたは口座の利用限度額に達しています。',
			duplicate_transaction: '先ほどのお支払いと重複しています。',
			authentication_failed: '銀行でご本人であることを確認できませんでした。',
			processing_error: '決済ネットワークでお支払いを処理できませんでした。',
		},
	},
	notices: {
		used: 'このフォームはすでに送信されており、一度だけ有効です。現在のお支払い状況は次のとおりです。',
		tooLate:
			'フォームの送信が間に合わず、使用されませんでした。現在のお支払い状況は次のとおりです。',
	},
	neutral: {
		unknown: {
			heading: 'お支払いが見つかりません',
			text: 'こちらに該当するお支払いはありません。ショップに戻り、改めてお手続きください。',
		},
		notReady: {
			heading: 'お支払いの準備ができていません',
			text: 'お支払い方法がまだ選択されていません。ショップに戻り、お支払い方法をお選びください。',
		},
		ended: {
			heading: 'お支払いは終了しました',
			text: 'このお支払いは終了しています。結果はショップでご確認ください。',
		},
		outOfDate: {
			heading: 'フォームが無効です',
			text: 'このフォームは現在のお支払いに対応していないため、何も処理されていません。続けるには、お支払いのページを開き直してください。',
		},
	},
};
