/** At most `max` uses in the `minutes` after the first one. */
export interface LimitRule {
  max: number
  minutes: number
}

/**
 * Limits by address are wide enough for the thousands of subscribers behind one address of a mobile operator. Narrow
 * limits against guessing and letter bombs also count by account, customer or device.
 */
export const defaultLimits = {
  loginPerAccountAndAddress: { max: 10, minutes: 15 },
  loginPerAccountAndDevice: { max: 10, minutes: 15 },
  loginPerAccount: { max: 30, minutes: 15 },
  loginPerAddress: { max: 100, minutes: 15 },
  registrationPerAddress: { max: 120, minutes: 60 },
  lettersPerEmail: { max: 5, minutes: 60 },
  lettersPerAddress: { max: 240, minutes: 60 },
  mailedCodesPerAddress: { max: 100, minutes: 15 },
  oldPasswordPerCustomer: { max: 10, minutes: 15 },
  secondStepPerCustomerAndDevice: { max: 10, minutes: 15 },
  // 240 guesses a day: a chance of 0.07 % for somebody who knows the password.
  secondStepPerCustomer: { max: 10, minutes: 60 },
  secondStepChangesPerCustomer: { max: 10, minutes: 15 },
  emailChangesPerCustomer: { max: 5, minutes: 60 },
  exportsPerCustomer: { max: 10, minutes: 60 },
  accountLookupsPerCustomer: { max: 60, minutes: 60 },
  accountProofsPerCustomer: { max: 30, minutes: 60 },
  accountProofsPerCustomerAndAccount: { max: 10, minutes: 60 },
  // After so many wrong answers, from any customers, the account is under attack.
  wrongProofsPerAccount: { max: 50, minutes: 24 * 60 },
  // For a customer who removes an account from the list and adds it again.
  noticesOfAddition: { max: 3, minutes: 24 * 60 },
  accountProofsPerCustomerUnderAttack: { max: 5, minutes: 24 * 60 },
  payChecksPerAddress: { max: 400, minutes: 15 },
  unknownAccountsPerAddress: { max: 60, minutes: 60 },
  guestPaymentsPerAddress: { max: 400, minutes: 15 },
  guestPaymentsPerAccountAndAddress: { max: 60, minutes: 60 },
  invitationsPerCustomer: { max: 20, minutes: 60 },
  paymentsPerCustomer: { max: 60, minutes: 60 },
} satisfies Record<string, LimitRule>

export type LimitName = keyof typeof defaultLimits
const isLimitName = (name: string): name is LimitName => name in defaultLimits
export const limitNames: readonly LimitName[] = Object.keys(defaultLimits).filter(isLimitName)
export type LimitRules = Record<LimitName, LimitRule>
