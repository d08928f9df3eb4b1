import { DomainError, fieldsRefused, notFound, Refusal } from 'api/refusal'
import { overLimit } from 'contract/autopayments'
import { noAccount } from './autopayments.words'

const onlyMonthly = 'Это есть только у автоплатежа по расписанию.'

/** Why a request about an autopayment is not carried out. */
type AutopaymentProblem =
  /** No such autopayment of this customer. */
  | 'not_found'
  | 'account_not_found'
  | 'account_has_autopayment'
  /** The autopayment that the request had begun was removed before its repeat. */
  | 'removed_meanwhile'
  /** A day or an amount, of an autopayment by invoice. */
  | 'day_by_invoice'
  | 'amount_by_invoice'
  /** The monthly sum is above the limit; the name says which of them was sent. */
  | 'amount_over_limit'
  | 'limit_under_amount'
  /** The saved card to charge is not the customer's, or was unlinked. */
  | 'no_such_card'
  /** Only an active one can be paused. */
  | 'not_active'
  /** Its first payment has not succeeded yet. */
  | 'not_connected'
  /** What resuming lacks. */
  | 'needs_card'
  | 'needs_account'
  | 'unknown_opt_out_link'
  /** The charge is over, under way or off already. */
  | 'opt_out_too_late'

export class AutopaymentError extends DomainError {
  override readonly name = 'AutopaymentError'

  constructor(readonly problem: AutopaymentProblem) {
    super(problem)
  }

  override refusal(): Refusal {
    const { problem } = this
    switch (problem) {
      case 'not_found':
        return notFound()
      case 'account_not_found':
        return new Refusal(404, { message: noAccount })
      case 'day_by_invoice':
        return fieldsRefused({ day: [onlyMonthly] })
      case 'amount_by_invoice':
        return fieldsRefused({ amount: [onlyMonthly] })
      case 'amount_over_limit':
        return fieldsRefused({ amount: [overLimit.error] })
      case 'limit_under_amount':
        return fieldsRefused({ limit: [overLimit.error] })
      case 'no_such_card':
        return fieldsRefused({
          paymentMethod: ['Этого больше нет среди сохранённых карт и счетов. Выберите другое.'],
        })
      case 'account_has_autopayment':
        return new Refusal(409, {
          message: 'По этому лицевому счёту автоплатёж уже есть. Измените его или сначала удалите.',
        })
      case 'removed_meanwhile':
        return new Refusal(409, { message: 'Этот автоплатёж уже удалён. Подключите его заново.' })
      case 'not_active':
        return new Refusal(409, { message: 'Приостановить можно только работающий автоплатёж.' })
      case 'not_connected':
        return new Refusal(409, {
          message: 'Автоплатёж ещё не подключён: сначала должен пройти первый платёж.',
        })
      case 'needs_card':
        return new Refusal(409, {
          message:
            'С этой карты или этого банковского счёта списать больше нельзя. Подключите автоплатёж заново.',
        })
      case 'needs_account':
        return new Refusal(409, { message: noAccount })
      case 'unknown_opt_out_link':
        return new Refusal(422, {
          message: 'Ссылка не подошла: возможно, она скопирована не целиком. Откройте её прямо из письма.',
        })
      case 'opt_out_too_late':
        return new Refusal(410, {
          message: 'Ссылка устарела или уже использована: это списание прошло или отменено.',
        })
    }
  }
}
