import { readApiConfig } from 'api/config'
import { type Database, openDatabase } from 'api/db/database'
import { chargeSavedMethod } from 'api/payments/charge-saved-method'
import { wirePayments } from 'api/wire-payments'
import type { DeathPoint, PayingOrder } from './paying-order'

/**
 * A process of its own that charges kept cards until it has done as it was told, dies at the point it was told, or is killed
 * from outside. What it has to do comes as JSON in its first argument.
 */
const order: PayingOrder = JSON.parse(process.argv[2] ?? '')
const now = new Date(order.now)

const die = () => {
  process.kill(process.pid, 'SIGKILL')
  return new Promise<never>(() => {})
}
const dieAt = async (point: DeathPoint | undefined) => {
  if (point !== undefined && order.dieAt === point) await die()
}
const beforeCommit: DeathPoint[] = ['before commit 1', 'before commit 2', 'before commit 3']
const afterCommit: DeathPoint[] = ['after commit 1', 'after commit 2', 'after commit 3']

const opened = await openDatabase(order)
let transactions = 0
const database: Database = {
  ...opened,
  async transaction(work, isolation) {
    const number = transactions
    transactions += 1
    const result = await opened.transaction(async (trx) => {
      const done = await work(trx)
      await dieAt(beforeCommit[number])
      return done
    }, isolation)
    await dieAt(afterCommit[number])
    return result
  },
}
const { payments } = wirePayments({
  config: readApiConfig({ PUBLIC_URL: 'https://portal.example', DATA_DIR: order.dataDir }),
  database,
  log: { debug() {}, info() {}, warn() {}, error() {} },
  clock: () => now,
  wakeJobs() {},
  aroundGateway: (gateway) => ({
    ...gateway,
    async create(request, key) {
      await dieAt('before the gateway is told')
      const answer = await gateway.create(request, key)
      await dieAt('after the gateway has answered')
      return answer
    },
  }),
})

const charge = async (run: string) => {
  const { userId, account, amount, methodId } = order
  const stored = await database.transaction(
    (trx) => chargeSavedMethod(trx, payments, { scope: 'runs', run, userId, account, amount, methodId, now }),
    'read committed',
  )
  if (stored) await payments.attend(stored.id)
}

process.send?.('ready')
const runs = order.runs.values()
const chargeAll = async () => {
  for (const run of runs) await charge(run)
}
await Promise.all(Array.from({ length: order.atOnce }, chargeAll))
await opened.close()
process.disconnect?.()
