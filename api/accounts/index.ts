/**
 * Personal accounts: customers' lists, and the proof that an account is the customer's own. Other domains import only
 * from here.
 */
export {
  accountsSeenBy,
  findAccess,
  findGrantHolders,
  hasRight,
  type OwnAccount,
  requireRight,
  type Seeing,
} from './access.repository'
export type { AccountHooks, RemovedAccount } from './account-hooks'
export { type AccountInLetter, accountInLetter } from './account-in-letter'
export { accountNumbers } from './account-numbers'
export { AccessRefused } from './accounts.errors'
export { lockAccountsOf, seesAnyAccount } from './accounts.repository'
export { accountsRoutes } from './accounts.routes'
export { type EndingAccess, endAccess } from './end-access'
export { findHolders, type Holder } from './holders.repository'
export { findParties, readParties } from './invoice-parties.repository'

export { issueAccessCodes, UnknownAccounts } from './issue-access-codes'
export { maskAccount, maskAddress, maskPayer } from './masks'
export { findOwnTitle } from './own-title.repository'
export { isAccessCode, registeredProof } from './proof'
export { searchText } from './search-text'
