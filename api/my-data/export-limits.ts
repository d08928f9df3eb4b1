import type { LimitedUse } from 'api/limits/limiter'
import { type LimitName, limitNames } from 'api/limits/rules'
import { emailKey } from 'format/email'

interface LimitedCustomer {
  id: string
  email: string
  /** The numbers on the customer's list. */
  accounts: readonly string[]
  deviceHashes: readonly string[]
}

type Key = readonly string[]

/** For limits by addresses or by accounts alone: their counts include other people. */
const sharedWithOthers = (): Key[] => []
const byCustomer = ({ id }: LimitedCustomer): Key[] => [[id]]
const byCustomerAndAccount = ({ id, accounts }: LimitedCustomer): Key[] =>
  accounts.map((account) => [id, account])

/** The keys by which each limit counts a customer. A new limit needs a line, or the copy would lack its counts. */
const keysOf: Readonly<Record<LimitName, (customer: LimitedCustomer) => Key[]>> = {
  loginPerAccountAndAddress: sharedWithOthers,
  loginPerAccountAndDevice: ({ email, deviceHashes }) => deviceHashes.map((hash) => [emailKey(email), hash]),
  loginPerAccount: ({ email }) => [[emailKey(email)]],
  loginPerAddress: sharedWithOthers,
  registrationPerAddress: sharedWithOthers,
  lettersPerEmail: ({ id, email }) => [
    ...['registration', 'verify', 'reset', 'change-email', 'access'].map((kind) => [kind, emailKey(email)]),
    ['undo-deletion', id],
  ],
  lettersPerAddress: sharedWithOthers,
  mailedCodesPerAddress: sharedWithOthers,
  oldPasswordPerCustomer: byCustomer,
  secondStepPerCustomerAndDevice: ({ id, deviceHashes }) => deviceHashes.map((hash) => [id, hash]),
  secondStepPerCustomer: byCustomer,
  secondStepChangesPerCustomer: byCustomer,
  emailChangesPerCustomer: byCustomer,
  exportsPerCustomer: byCustomer,
  accountLookupsPerCustomer: byCustomer,
  accountProofsPerCustomer: byCustomer,
  accountProofsPerCustomerAndAccount: byCustomerAndAccount,
  wrongProofsPerAccount: sharedWithOthers,
  accountProofsPerCustomerUnderAttack: byCustomerAndAccount,
  noticesOfAddition: byCustomerAndAccount,
  invitationsPerCustomer: byCustomer,
  payChecksPerAddress: sharedWithOthers,
  unknownAccountsPerAddress: sharedWithOthers,
  guestPaymentsPerAddress: sharedWithOthers,
  guestPaymentsPerAccountAndAddress: sharedWithOthers,
  paymentsPerCustomer: byCustomer,
}

/** The uses that limits count for this customer alone. */
export const limitedUsesOf = (customer: LimitedCustomer): LimitedUse[] =>
  limitNames.flatMap((limit) => keysOf[limit](customer).map((by) => ({ limit, by })))
