import { DomainError, Refusal } from 'api/refusal'
import type { LimitName } from './rules'

/** A use above these limits. */
export class LimitReached extends DomainError {
  override readonly name = 'LimitReached'

  constructor(
    readonly limits: readonly LimitName[],
    /** Until all these windows have ended; at least 1. */
    readonly retryAfterSeconds: number,
  ) {
    super(limits.join(', '))
  }

  override refusal() {
    return new Refusal(429, { message: limitsInWords(this.limits) }, this.retryAfterSeconds)
  }
}

const tooManyTries = 'Слишком много попыток.'
const lockedOut = 'Слишком много неудачных попыток входа. Можно задать новый пароль по ссылке из письма.'
const addressLockedOut =
  'Из вашей сети слишком много неудачных попыток входа. Новый пароль не поможет: подождите или войдите через другую сеть.'
const tooManyCodes =
  'Слишком много неверных кодов. Введите запасной код или войдите с устройства, с которого уже входили.'
const tooManyPayments = 'Слишком много платежей подряд.'

/**
 * If several limits are reached, the first one here gives the message: a new password does not reset limits by address.
 */
const ownMessages: readonly (readonly [LimitName, string])[] = [
  ['loginPerAddress', addressLockedOut],
  ['loginPerAccountAndAddress', lockedOut],
  ['loginPerAccountAndDevice', lockedOut],
  ['loginPerAccount', lockedOut],
  ['secondStepPerCustomer', tooManyCodes],
  ['guestPaymentsPerAddress', tooManyPayments],
  ['guestPaymentsPerAccountAndAddress', tooManyPayments],
  ['paymentsPerCustomer', tooManyPayments],
]

/** Does not say how long to wait: the portal does, from `Retry-After`. */
export const limitsInWords = (limits: readonly LimitName[]): string =>
  ownMessages.find(([limit]) => limits.includes(limit))?.[1] ?? tooManyTries
