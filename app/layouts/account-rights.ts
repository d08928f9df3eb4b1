import type { Account } from 'contract/accounts'

/** What the customer may do with an account that they see; its owner may do everything. */
export const rightsOf = ({ access }: Pick<Account, 'access'>) =>
  access && !access.owner
    ? { own: false, readings: access.readings, pay: access.pay }
    : { own: true, readings: true, pay: true }
export type AccountRight = keyof ReturnType<typeof rightsOf>
