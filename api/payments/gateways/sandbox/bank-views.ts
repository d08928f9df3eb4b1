import { formatMoment } from 'format/dates'
import { maskEmail } from 'format/email'
import { amountForInput, formatRubles } from 'format/money'
import { html } from 'hono/html'
import { paymentParts } from '../payment-gateway'
import { type CardErrors, type CardFields, emptyCard, type TypedCard } from './bank-form'
import type { BankPayment, BankRefund } from './sandbox-bank.repository'
import { leftToGiveBack } from './sandbox-refunds'
import type { Arrival, LaterCharges, Scenario } from './scenarios'
import { cardDeclines, cardTitle, testCards } from './test-cards'

type Html = ReturnType<typeof html>

/** The content of a page, without the frame of all pages. */
export interface BankView {
  title: string
  content: Html
}

/** A whole page of the test bank. `folder`: the path that all its pages are in. */
export const bankPage = ({ title, content }: BankView, folder: string): Html => html`<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} — учебный банк</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${folder}/bank.css">
</head>
<body>
<header><p><strong>Учебный банк.</strong> Настоящих денег здесь нет, настоящие карты не принимаются.</p></header>
<main><div class="slip">${content}</div></main>
</body>
</html>`

const facts = (payment: BankPayment) => html`<dl>
<dt>Кому</dt><dd>${payment.description}</dd>
${partsOf(payment).map(({ account, amount }) => html`<dt>Лицевой счёт</dt><dd>${account}${amount}</dd>`)}
</dl>`

/** The accounts of the payment; each with its sum if there are several. */
const partsOf = ({ parts, account }: BankPayment): { account: string; amount: string }[] => {
  if (parts === null) return [{ account, amount: '' }]
  return paymentParts
    .parse(JSON.parse(parts))
    .map((part) => ({ account: part.account, amount: `: ${formatRubles(part.amount)}` }))
}

const fieldNames: readonly CardFields[] = ['number', 'expires', 'csc']

const errorList = (errors: CardErrors) => {
  const wrong = fieldNames.filter((name) => errors[name] !== undefined)
  return wrong.length === 0
    ? ''
    : html`<div class="errors" role="alert" tabindex="-1">
<h2>Проверьте, что введено</h2>
<ul>${wrong.map((name) => html`<li><a href="#${name}">${errors[name]}</a></li>`)}</ul>
</div>`
}

const field = (
  name: CardFields,
  { label, hint, value = '', error, autocomplete, list }: FieldText,
) => html`<div>
<label for="${name}">${label}</label>
${hint ? html`<span class="hint" id="${name}-hint">${hint}</span>` : ''}
${error ? html`<span class="wrong" id="${name}-wrong">${error}</span>` : ''}
<input id="${name}" name="${name}" value="${value}" inputmode="numeric" autocomplete="${autocomplete}"
 aria-describedby="${[hint && `${name}-hint`, error && `${name}-wrong`].filter(Boolean).join(' ')}"
 aria-invalid="${error ? 'true' : 'false'}"${list ? html` list="${list}"` : ''}>
</div>`

interface FieldText {
  label: string
  hint?: string
  value?: string
  error: string | undefined
  autocomplete: string
  list?: string
}

const options = (all: readonly (readonly [string, string])[], chosen: string) =>
  all.map(
    ([value, text]) =>
      html`<option value="${value}"${value === chosen ? html` selected` : ''}>${text}</option>`,
  )

const webhookOptions: readonly (readonly [Scenario['webhooks'], string])[] = [
  ['usual', 'сразу, одно'],
  ['late', 'с опозданием на 20\u00a0секунд'],
  ['doubled', 'по нескольку раз'],
  ['disordered', 'не по порядку'],
  ['never', 'никогда'],
]

const meaningOf = (fate: string) => testCards.find((card) => card.fate === fate)?.meaning ?? fate

const laterOptions: readonly (readonly [LaterCharges, string])[] = [
  ['paid', 'проходят'],
  ['breaks', 'ошибка 500, но платёж проходит'],
  ['permission_revoked', 'отказ: владелец отозвал согласие'],
  ...cardDeclines.map((reason) => [reason, `отказ: ${meaningOf(reason)}`] as const),
]

const arrivalOptions: readonly (readonly [Arrival, string])[] = [
  ['at-once', 'сразу'],
  ['in-a-minute', 'через минуту'],
  ['after-expiry', 'на 61-й минуте, когда QR-код уже не действует'],
]

const specialCases = ({ scenario, kind, savesMethod }: SpecialCases) => html`<details>
<summary>Что пойдёт не так (для проверки)</summary>
<div><label for="webhooks">Уведомления о платеже</label>
<select id="webhooks" name="webhooks">${options(webhookOptions, scenario.webhooks)}</select></div>
${
  savesMethod
    ? html`<div><label for="later">Следующие списания с ${kind === 'sbp' ? 'этого счёта' : 'этой карты'}</label>
<select id="later" name="later">${options(laterOptions, scenario.later)}</select></div>`
    : ''
}
${
  kind === 'sbp'
    ? html`<div><label for="arrives">Деньги дойдут</label>
<select id="arrives" name="arrives">${options(arrivalOptions, 'at-once')}</select></div>`
    : ''
}
<label class="check"><input type="checkbox" name="breaks"${scenario.breaks ? html` checked` : ''}>
<span>Ответить ошибкой 500, но платёж провести</span></label>
</details>`

interface SpecialCases {
  scenario: Scenario
  kind: 'card' | 'sbp'
  /** Whether later charges may follow. */
  savesMethod: boolean
}

/** Each card has a button of its own, so that nothing need be typed. */
const cardList = () => html`<details>
<summary>Тестовые карты</summary>
<p class="hint">Срок — любой будущий, код — любые три цифры. Кнопка рядом с картой подставит их сама.</p>
<ul class="cards">${testCards.map(
  ({ number, brand, meaning }) => html`<li>
<span><code>${groupDigits(number)}</code><span class="hint">${brand}: ${meaning}</span></span>
<button type="submit" name="card" value="${number}" aria-label="Оплатить картой ${groupDigits(number)}">Оплатить</button>
</li>`,
)}</ul>
</details>`

const groupDigits = (number: string) => number.replace(/\d{4}(?=\d)/g, '$& ')

/** Asks for a card. */
export const payView = (payment: BankPayment, typed: TypedCard, errors: CardErrors = {}): BankView => {
  const sum = formatRubles(payment.amount)
  const failed = Object.keys(errors).length > 0
  return {
    title: `${failed ? 'Ошибка: ' : ''}Оплата ${sum}`,
    content: html`${errorList(errors)}
<h1>Оплата ${sum}</h1>
${facts(payment)}
<form method="post" novalidate>
${field('number', { label: 'Номер карты', value: typed.number, error: errors.number, autocomplete: 'cc-number', list: 'test-cards' })}
<datalist id="test-cards">${testCards.map(({ number, meaning }) => html`<option value="${number}">${meaning}</option>`)}</datalist>
<div class="pair">
${field('expires', { label: 'Срок действия', hint: 'Месяц и год', value: typed.expires, error: errors.expires, autocomplete: 'cc-exp' })}
${field('csc', { label: 'Код', hint: 'Три цифры', error: errors.csc, autocomplete: 'off' })}
</div>
${payment.saves_card ? html`<p>Карта будет сохранена для следующих платежей.</p>` : ''}
<button type="submit" class="main" name="step" value="pay">Оплатить ${sum}</button>
${specialCases({ scenario: typed.scenario, kind: 'card', savesMethod: payment.saves_card === 1 })}
${cardList()}
</form>
<form method="post"><button type="submit" name="step" value="give-up">Отказаться от оплаты</button></form>`,
  }
}

/** The bank's app, which the QR code opens: asks to confirm a payment through SBP. */
export const appView = (payment: BankPayment): BankView => {
  const sum = formatRubles(payment.amount)
  const savesMethod = payment.saves_card === 1
  return {
    title: `Оплата ${sum} через СБП`,
    content: html`<h1>Оплата ${sum} через СБП</h1>
<p>Это приложение учебного банка: настоящее откроется на телефоне само или по QR-коду.</p>
${facts(payment)}
<form method="post">
${
  savesMethod
    ? html`<p>Сайт просит привязать ваш счёт, чтобы списывать с него без подтверждения.</p>
<button type="submit" class="main" name="step" value="confirm-and-bind">Подтвердить и привязать счёт</button>
<button type="submit" name="step" value="confirm">Подтвердить без привязки</button>`
    : html`<button type="submit" class="main" name="step" value="confirm">Подтвердить оплату</button>`
}
${specialCases({ scenario: emptyCard.scenario, kind: 'sbp', savesMethod })}
</form>
<form method="post"><button type="submit" name="step" value="give-up">Отказаться от оплаты</button></form>`,
  }
}

/** Confirmed through SBP: the money is on its way. */
export const arrivingView = (payment: BankPayment): BankView => ({
  title: 'Платёж подтверждён',
  content: html`<h1>Платёж подтверждён</h1>
<p>Сумма ${formatRubles(payment.amount)}. Деньги ещё в пути: сайт узнает, когда они дойдут.</p>
${backTo(payment.success_url)}`,
})

/** The 3-D Secure question. */
export const confirmView = (payment: BankPayment): BankView => ({
  title: 'Подтверждение оплаты',
  content: html`<h1>Это вы платите ${formatRubles(payment.amount)}?</h1>
${facts(payment)}
<p>Карта ${cardTitle(payment.card ?? '')}. Настоящий банк прислал бы код и попросил его ввести (3-D Secure).</p>
<form method="post" class="actions">
<button type="submit" class="main" name="step" value="confirm">Да, это я</button>
<button type="submit" name="step" value="decline">Нет, не платить</button>
</form>`,
})

const backTo = (address: string | null) =>
  address ? html`<p><a class="button main" href="${address}">Вернуться на сайт</a></p>` : ''

/** How a payment has ended, when nothing more can be done here. */
export const overView = (payment: BankPayment): BankView => {
  const paid = payment.status === 'succeeded'
  const title = paid ? 'Этот платёж уже прошёл' : 'Этот платёж отменён'
  return {
    title,
    content: html`<h1>${title}</h1>
<p>Сумма ${formatRubles(payment.amount)}. Больше здесь делать нечего.</p>
${backTo(paid ? payment.success_url : payment.failed_url)}`,
  }
}

/** The scenario `breaks`: the bank fails after it has charged the card. */
export const brokenView = (payment: BankPayment): BankView => ({
  title: 'Ошибка 500',
  content: html`<h1>Ошибка 500: связь с банком прервалась</h1>
<p>Так и просили: платёж проведён, а эта страница сломана. Сайт узнает о платеже сам.</p>
${backTo(payment.success_url)}`,
})

/** A receipt that nobody can take for a real one. */
export const receiptView = (
  payment: BankPayment,
  refunds: readonly BankRefund[],
  timeZone: string,
): BankView => ({
  title: 'Учебный чек',
  content: html`<h1>Учебный кассовый чек</h1>
<dl>
<dt>Кому</dt><dd>${payment.description}</dd>
${partsOf(payment).map(
  ({ account, amount }) => html`<dt>За что</dt><dd>Лицевой счёт ${account}${amount}</dd>`,
)}
<dt>Сумма</dt><dd>${formatRubles(payment.amount)}</dd>
<dt>Оплачено</dt><dd>${formatMoment(payment.settled_at ?? payment.created_at, timeZone)}</dd>
<dt>Отправлен</dt><dd>${maskEmail(payment.receipt_email)}</dd>
</dl>
${refunds.map(
  ({ amount, created_at }) =>
    html`<p>Возвращено ${formatRubles(amount)} ${formatMoment(created_at, timeZone)}.</p>`,
)}
<p class="hint">Фискальных данных нет: денег никто не платил.</p>
<p><a href="../refund/${payment.id}">Вернуть деньги (для проверки)</a></p>`,
})

export const missingView: BankView = {
  title: 'Такого платежа нет',
  content: html`<h1>Такого платежа нет</h1><p>Проверьте адрес или начните оплату заново.</p>`,
}

interface RefundPage {
  payment: BankPayment
  /** The oldest first. */
  refunds: readonly BankRefund[]
  /** The sum as typed, with its error. */
  typed?: string
  error?: string
}

/** The form to refund a payment, as the shop's staff does in the office of a real gateway. */
export const refundView = ({ payment, refunds, typed, error }: RefundPage, timeZone: string): BankView => {
  const refundable = leftToGiveBack(payment, refunds)
  const title = 'Вернуть деньги'
  return {
    title: error ? `Ошибка: ${title}` : title,
    content: html`<h1>${title}</h1>
<dl>
<dt>Кому заплатили</dt><dd>${payment.description}</dd>
<dt>Лицевой счёт</dt><dd>${payment.account}</dd>
<dt>Сумма платежа</dt><dd>${formatRubles(payment.amount)}</dd>
${refunds.map(
  ({ amount, created_at }) =>
    html`<dt>Возвращено ${formatMoment(created_at, timeZone)}</dt><dd>${formatRubles(amount)}</dd>`,
)}
</dl>
${
  refundable === 0
    ? html`<p>Платёж возвращён полностью.</p>`
    : html`<form method="post" novalidate>
<div>
<label for="amount">Сколько вернуть, ₽</label>
<span class="hint" id="amount-hint">Не больше ${formatRubles(refundable)}</span>
${error ? html`<span class="wrong" id="amount-wrong">${error}</span>` : ''}
<input id="amount" name="amount" value="${typed ?? amountForInput(refundable)}" inputmode="decimal" autocomplete="off"
 aria-describedby="amount-hint${error ? ' amount-wrong' : ''}" aria-invalid="${error ? 'true' : 'false'}">
</div>
<div><label for="webhooks">Уведомления о возврате</label>
<select id="webhooks" name="webhooks">${options(webhookOptions, 'usual')}</select></div>
<button type="submit" class="main">Вернуть</button>
</form>`
}
<p class="hint">В настоящем банке это делает сотрудник компании в личном кабинете магазина.</p>`,
  }
}
