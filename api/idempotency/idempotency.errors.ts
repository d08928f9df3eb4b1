import { DomainError, Refusal } from 'api/http/refusal'
import { problemCodes } from 'contract/problem'

/** The idempotency key belongs to a request with other data. */
export class IdempotencyMismatch extends DomainError {
  override readonly name = 'IdempotencyMismatch'

  override refusal() {
    return new Refusal(422, {
      code: problemCodes.idempotencyMismatch,
      message: 'Эта форма уже отправлена с другими данными. Проверьте их и отправьте ещё раз.',
    })
  }
}
