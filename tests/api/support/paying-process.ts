import { chargeSavedMethod } from 'api/payments/checkout/saved-methods.service'
import { toKopecks } from 'contract/money'
import { chargeBasket } from './charge-basket'
import { openMortal } from './mortal-api'
import type { PayingOrder } from './paying-order'

/**
 * A process that charges saved cards until its order is done, kills itself at a given point, or is killed. Its order is
 * JSON in the first argument.
 */
const order: PayingOrder = JSON.parse(process.argv[2] ?? '')
const { database, wired, now, close } = await openMortal(order)
const { payments } = wired

const charge = async (run: string) => {
  const { userId, account, amount, methodId } = order
  const stored = await database.transaction(
    (trx) =>
      order.others
        ? chargeBasket(trx, payments, { run, order, others: order.others, now })
        : chargeSavedMethod(trx, payments, {
            scope: 'runs',
            run,
            userId,
            account,
            amount: toKopecks(amount),
            methodId,
            now,
          }),
    'read committed',
  )
  if (stored) await payments.process(stored.id)
  process.send?.('charged')
}

process.send?.('ready')
const runs = order.runs.values()
const chargeAll = async () => {
  for (const run of runs) await charge(run)
}
await Promise.all(Array.from({ length: order.atOnce }, chargeAll))
await close()
process.disconnect?.()
