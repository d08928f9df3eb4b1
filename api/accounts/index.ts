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
  type Viewer,
} from './access.repository'
export type { AccountHooks, RemovedAccount } from './account-hooks'
export { accountNumbers } from './account-numbers.repository'
export { AccessRefused } from './accounts.errors'
export { lockAccountsOf, searchText, seesAnyAccount } from './accounts.repository'
export { accountsRoutes } from './accounts.routes'
export { type EndAccessContext, endAccess } from './end-access'
export { findHolders, findOwnTitle, type Holder } from './holders.repository'
export { findParties, readParties, requisites } from './invoice-parties.repository'
export { issueAccessCodes, UnknownAccounts } from './issue-access-codes'
export { type AccountInLetter, accountInLetter, maskAccount, maskAddress, maskPayer } from './masks'
export { isAccessCode, registeredProof } from './proof'
