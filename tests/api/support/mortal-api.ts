import { type Database, openDatabase } from 'api/db/database'
import { openSite, readServerConfig } from 'api/server-config'
import { type PaymentServices, wirePayments } from 'api/wire-payments'
import { openBankApart } from './bank-apart'
import type { DeathPoint } from './death-points'

export interface MortalOptions {
  dataDir: string
  databaseUrl: string | undefined
  /** ISO 8601: the process's clock stands still. */
  now: string
  dieAt: DeathPoint | null
}

const die = () => {
  process.kill(process.pid, 'SIGKILL')
  return new Promise<never>(() => {})
}

const beforeCommit: DeathPoint[] = [
  'before commit 1',
  'before commit 2',
  'before commit 3',
  'before commit 4',
]
const afterCommit: DeathPoint[] = ['after commit 1', 'after commit 2', 'after commit 3', 'after commit 4']

/**
 * The payments of a process that kills itself at a given point, counted in transactions since its start, those of its
 * bank included.
 */
export const openMortal = async (
  options: MortalOptions,
): Promise<{ database: Database; wired: PaymentServices; now: Date; close(): Promise<void> }> => {
  const now = new Date(options.now)
  const dieAt = async (point: DeathPoint | undefined) => {
    if (point !== undefined && options.dieAt === point) await die()
  }
  const opened = await openDatabase(options)
  const openedBank = await openBankApart(options.dataDir)
  let transactions = 0
  const mortal = (database: Database): Database => ({
    ...database,
    async transaction(work, isolation) {
      const number = transactions
      transactions += 1
      const result = await database.transaction(async (trx) => {
        const done = await work(trx)
        await dieAt(beforeCommit[number])
        return done
      }, isolation)
      await dieAt(afterCommit[number])
      return result
    },
  })
  const database = mortal(opened)
  const settings = readServerConfig({
    PUBLIC_URL: 'https://portal.example',
    DATA_DIR: options.dataDir,
    PAYMENT_GATEWAY: 'sandbox',
    SMTP_URL: 'file:',
  })
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const clock = () => now
  const wired = wirePayments({
    config: openSite(settings, { db: database.db, clock }),
    database,
    gatewayDatabase: mortal(openedBank),
    log,
    clock,
    wakeJobs() {},
    aroundGateway: (gateway) => ({
      ...gateway,
      async create(body, key) {
        await dieAt('before the gateway is told')
        const answer = await gateway.create(body, key)
        await dieAt('after the gateway has answered')
        return answer
      },
      refunds: {
        ...gateway.refunds,
        async create(body, key) {
          await dieAt('before the gateway is told')
          const answer = await gateway.refunds.create(body, key)
          await dieAt('after the gateway has answered')
          return answer
        },
      },
    }),
  })
  return {
    database,
    wired,
    now,
    async close() {
      await opened.close()
      await openedBank.close()
    },
  }
}
