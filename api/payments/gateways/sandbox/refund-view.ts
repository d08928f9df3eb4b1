import { formatMoment } from 'format/dates'
import { formatRubles, inForms } from 'format/money'
import { html } from 'hono/html'
import { type BankView, options, webhookOptions } from './bank-views'
import type { BankPayment, BankRefund } from './sandbox-bank.repository'
import { leftToGiveBack } from './sandbox-refunds'

interface RefundPage {
  payment: BankPayment
  /** The oldest first. */
  refunds: readonly BankRefund[]
  /** As it was typed, and what is wrong with it. */
  typed?: string
  error?: string
}

/** Where the shop's staff would give a payment back in the bank's own office. */
export const refundView = ({ payment, refunds, typed, error }: RefundPage, timeZone: string): BankView => {
  const left = leftToGiveBack(payment, refunds)
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
  left === 0
    ? html`<p>Платёж возвращён полностью.</p>`
    : html`<form method="post" novalidate>
<div>
<label for="amount">Сколько вернуть, ₽</label>
<span class="hint" id="amount-hint">Не больше ${formatRubles(left)}</span>
${error ? html`<span class="wrong" id="amount-wrong">${error}</span>` : ''}
<input id="amount" name="amount" value="${typed ?? inForms(left)}" inputmode="decimal" autocomplete="off"
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
