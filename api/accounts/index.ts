/** Personal accounts: a customer's list, and the register that proves whose an account is. The rest of the API imports from here only. */
export type { AccountHooks } from './account-hooks'
export { maskAccount } from './account-mask'
export { accountsRoutes } from './accounts.routes'
export { maskAddress } from './address-mask'
export { isOwnAccount, type OwnAccount } from './own-account.repository'
export { maskPayer } from './payer-mask'
export { registeredProof } from './proof'
export { searchText } from './search-text'
