import { DomainError, fieldsRefused, notFound, Refusal } from 'api/refusal'
import { accountNumber } from 'contract/identifiers'
import type { Kopecks } from 'contract/money'
import { problemCodes } from 'contract/problem'
import { formatRubles } from 'format/money'
import type { UnpayableReason } from './accounts-to-pay.repository'

const retryAfterSeconds = 60

/** Why a payment is not begun, or not shown. */
type PaymentProblem =
  /** No such payment, account or saved card of this customer. */
  | { code: 'not_found' }
  /** No such account at all. */
  | { code: 'unknown_account'; account: string }
  /** This address may pay only a sum on a bill, and the account has no such bill, or does not exist. */
  | { code: 'not_on_bill' }
  /** The idempotency key belongs to a payment with other data. */
  | { code: 'idempotency_mismatch' }
  /** The gateway does not accept account numbers this long. */
  | { code: 'account_too_long' }
  /** The gateway's money goes to another organisation than the account's payee. */
  | { code: 'other_payee' }
  /** The gateway gave no page to pay on: nothing can have been charged. */
  | { code: 'no_gateway_page' }
  | { code: 'no_saved_method' }
  /** An account of the basket is not, or no longer, the customer's. */
  | { code: 'account_not_own'; account: string }
  /** The accounts of the basket belong to several payees; `groups`: the accounts of each payee. */
  | { code: 'different_payees'; groups: readonly (readonly string[])[] }
  /** The sum of the basket exceeds `owed`, the total debt of its accounts. */
  | { code: 'more_than_owed'; owed: Kopecks }
  /** Together with `pending`, the sum of pending payments, it exceeds the debt. The customer may confirm it. */
  | { code: 'may_pay_twice'; pending: Kopecks }
  /** It exceeds the debt, which has fallen by `fallen` since the page showed it. The customer may confirm it. */
  | { code: 'paid_meanwhile'; fallen: Kopecks }
  /** The payments that this one replaces were paid after all, with the sum `paid`. The customer may confirm it. */
  | { code: 'replaced_was_paid'; paid: Kopecks }

export class PaymentError extends DomainError {
  override readonly name = 'PaymentError'

  constructor(readonly problem: PaymentProblem) {
    super(problem.code)
  }

  override refusal(): Refusal {
    const { problem } = this
    switch (problem.code) {
      case 'not_found':
        return notFound()
      case 'unknown_account': {
        const message = `Лицевой счёт ${problem.account} не найден. Сверьте номер с квитанцией: он напечатан в правом верхнем углу.`
        return new Refusal(404, { message, errors: { account: [message] } })
      }
      case 'not_on_bill': {
        const message =
          'Сверьте номер лицевого счёта и сумму с квитанцией: сейчас здесь можно заплатить только всю сумму из неё, до копейки.'
        return fieldsRefused({ amount: [message] }, message)
      }
      case 'idempotency_mismatch':
        return new Refusal(422, {
          code: problemCodes.idempotencyMismatch,
          message:
            'Этой формой уже начат платёж с другими данными. Проверьте их и отправьте форму ещё раз: это будет новый платёж.',
        })
      case 'account_too_long':
      case 'other_payee': {
        const message = unpayableWords[problem.code]
        return fieldsRefused({ account: [message] }, message)
      }
      case 'no_gateway_page':
        return new Refusal(
          503,
          { message: 'Банк сейчас не отвечает. Деньги не списаны. Попробуйте ещё раз через минуту.' },
          retryAfterSeconds,
        )
      case 'no_saved_method':
        return fieldsRefused({
          paymentMethod: ['Этой карты больше нет в списке. Выберите другую или оплатите новой.'],
        })
      case 'account_not_own':
        return new Refusal(409, {
          message: `Лицевого счёта ${problem.account} больше нет в вашем кабинете. Обновите страницу и выберите лицевые счета заново.`,
        })
      case 'different_payees':
        return new Refusal(422, {
          code: problemCodes.differentPayees,
          message: 'Эти лицевые счета принадлежат разным получателям: каждому нужен свой платёж.',
          groups: problem.groups.map((group) => group.map((account) => accountNumber.parse(account))),
        })
      case 'more_than_owed': {
        const message =
          problem.owed > 0
            ? `По этим лицевым счетам к оплате ${formatRubles(problem.owed)}, не больше.`
            : 'По этим лицевым счетам долга нет.'
        return fieldsRefused({ amount: [message] }, message)
      }
      case 'may_pay_twice':
        return new Refusal(422, {
          code: problemCodes.confirmRequired,
          message: `По этому лицевому счёту уже платят ${formatRubles(problem.pending)}. Деньги могут списаться дважды.`,
        })
      case 'paid_meanwhile':
        return new Refusal(422, {
          code: problemCodes.confirmRequired,
          message: `С тех пор как вы открыли страницу, по этому лицевому счёту зачтено ${formatRubles(problem.fallen)}. Возможно, платить ещё раз не нужно.`,
        })
      case 'replaced_was_paid':
        return new Refusal(422, {
          code: problemCodes.confirmRequired,
          message: `Начатая оплата прошла: банк получил ${formatRubles(problem.paid)}. Платить ещё раз не нужно.`,
        })
    }
  }
}

/** Why an account can't be paid on the site. */
export const unpayableWords: Readonly<Record<UnpayableReason, string>> = {
  account_too_long:
    'Этот лицевой счёт пока нельзя оплатить на сайте: банк не принимает такие длинные номера. Оплатите по квитанции.',
  other_payee:
    'Этот лицевой счёт пока нельзя оплатить на сайте: платежи с сайта получает другая организация. Оплатите по квитанции.',
}
