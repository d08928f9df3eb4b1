import { DomainError, fieldsRefused, notFound, Refusal } from 'api/refusal'
import { overLimit } from 'contract/autopayments'
import { noAccount } from './autopayments.words'

const onlyMonthly = 'Это есть только у автоплатежа по расписанию.'

/** Why a request about an autopayment is not carried out, with the answer. */
const refusals = {
  /** No such autopayment of this customer. */
  not_found: notFound,
  account_not_found: () => new Refusal(404, { message: noAccount }),
  account_has_autopayment: () =>
    new Refusal(409, {
      message: 'По этому лицевому счёту автоплатёж уже есть. Измените его или сначала удалите.',
    }),
  /** The autopayment that the request had begun was removed before its repeat. */
  removed_meanwhile: () =>
    new Refusal(409, { message: 'Этот автоплатёж уже удалён. Подключите его заново.' }),
  /** A day or an amount, of an autopayment by invoice. */
  day_by_invoice: () => fieldsRefused({ day: [onlyMonthly] }),
  amount_by_invoice: () => fieldsRefused({ amount: [onlyMonthly] }),
  /** The monthly sum is above the limit; the name says which of them was sent. */
  amount_over_limit: () => fieldsRefused({ amount: [overLimit.error] }),
  limit_under_amount: () => fieldsRefused({ limit: [overLimit.error] }),
  /** The saved card to charge is not the customer's, or was unlinked. */
  no_such_card: () =>
    fieldsRefused({
      paymentMethod: ['Этого больше нет среди сохранённых карт и счетов. Выберите другое.'],
    }),
  /** Only an active one can be paused. */
  not_active: () => new Refusal(409, { message: 'Приостановить можно только работающий автоплатёж.' }),
  /** Its first payment has not succeeded yet. */
  not_connected: () =>
    new Refusal(409, { message: 'Автоплатёж ещё не подключён: сначала должен пройти первый платёж.' }),
  /** What resuming lacks. */
  needs_card: () =>
    new Refusal(409, {
      message:
        'С этой карты или этого банковского счёта списать больше нельзя. Подключите автоплатёж заново.',
    }),
  needs_account: () => new Refusal(409, { message: noAccount }),
  unknown_opt_out_link: () =>
    new Refusal(422, {
      message: 'Ссылка не подошла: возможно, она скопирована не целиком. Откройте её прямо из письма.',
    }),
  /** The charge is over, under way or off already. */
  opt_out_too_late: () =>
    new Refusal(410, {
      message: 'Ссылка устарела или уже использована: это списание прошло или отменено.',
    }),
}

export class AutopaymentError extends DomainError {
  override readonly name = 'AutopaymentError'

  constructor(readonly problem: keyof typeof refusals) {
    super(problem)
  }

  override refusal(): Refusal {
    return refusals[this.problem]()
  }
}
