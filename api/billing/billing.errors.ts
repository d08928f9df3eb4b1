import { DomainError, notFound, Refusal } from 'api/http/refusal'
import { problemCodes } from 'contract/problem'

/** The account has no invoice for a period that was named. */
export class InvoiceMissing extends DomainError {
  override readonly name = 'InvoiceMissing'

  override refusal() {
    return notFound()
  }
}

/** The account has no invoice for the month before the one that is to be explained. */
export class NothingToCompare extends DomainError {
  override readonly name = 'NothingToCompare'

  override refusal() {
    return new Refusal(404, {
      code: problemCodes.nothingToCompare,
      message: 'Сравнить не с чем: квитанции за предыдущий месяц нет.',
    })
  }
}
