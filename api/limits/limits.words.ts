import type { LimitName } from './rules'

const tooManyTries = 'Слишком много попыток.'
const lockedOut = 'Слишком много неудачных попыток входа. Можно задать новый пароль по ссылке из письма.'
const tooManyCodes =
  'Слишком много неверных кодов. Введите запасной код или войдите с устройства, с которого уже входили.'
const tooManyPayments = 'Слишком много платежей подряд.'

const ownWords: Readonly<Partial<Record<LimitName, string>>> = {
  loginPerAccountAndAddress: lockedOut,
  loginPerAccountAndDevice: lockedOut,
  loginPerAccount: lockedOut,
  loginPerAddress: lockedOut,
  secondStepPerCustomer: tooManyCodes,
  guestPaymentsPerAddress: tooManyPayments,
  guestPaymentsPerAccountAndAddress: tooManyPayments,
  paymentsPerCustomer: tooManyPayments,
}

/** Does not say how long to wait: the portal does, from `Retry-After`. */
export const limitsInWords = (limits: readonly LimitName[]): string =>
  limits.map((limit) => ownWords[limit]).find((words) => words !== undefined) ?? tooManyTries
