import type { Queries } from 'api/db/database'
import { findSavedMethod, identify, type Payments } from 'api/payments'
import { toKopecks } from 'contract/money'

interface BasketOrder {
  userId: string
  account: string
  methodId: string
  amount: number
}

/** Stores the charge of a saved method for several accounts; the same run is the same charge. */
export const chargeBasket = async (
  trx: Queries,
  payments: Pick<Payments, 'store' | 'gateways'>,
  {
    run,
    order: { userId, account, amount, methodId },
    others,
    now,
  }: {
    run: string
    order: BasketOrder
    others: readonly { account: string; amount: number }[]
    now: Date
  },
) => {
  const method = await findSavedMethod(trx, {
    userId,
    chargeable: payments.gateways.chargeable,
    id: methodId,
  })
  if (!method) return null
  const parts = [...others, { account, amount }].map((part) => ({ ...part, amount: toKopecks(part.amount) }))
  return payments.store(trx, {
    identity: identify({ scope: 'baskets', key: run, data: [account, amount, methodId] }),
    source: 'personal',
    account,
    userId,
    amount: toKopecks(amount),
    email: 'anna@example.ru',
    returnTo: null,
    saveMethod: false,
    method,
    now,
    basket: { others: parts.slice(0, -1), parts },
  })
}
