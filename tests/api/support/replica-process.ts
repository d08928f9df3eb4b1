import { readApiConfig } from 'api/config'
import { createApi } from 'api/create-api'
import { openDatabase } from 'api/db/database'
import { migrate } from 'api/db/migrate'
import { reconciliationStep } from 'api/payments/reconciliation/reconciliation.step'
import { wirePayments } from 'api/wire-payments'
import { runSteps } from 'api/worker/run-steps'
import { faultyGateway } from './faulty-gateway'
import type { ReplicaOrder, ReplicaReport, ReplicaStart, SentAnswer, SentRequest } from './replica-orders'

/** One more process of the API over a test's database, with a clock of its own. It does what it is told over IPC. */
const start: ReplicaStart = JSON.parse(process.argv[2] ?? '')
const config = readApiConfig({ ...start.env, DATA_DIR: start.dataDir, DATABASE_URL: start.databaseUrl })
const log = { debug() {}, info() {}, warn() {}, error() {} }

let setTo = Date.now()
let setAt = performance.now()
const clock = () => new Date(setTo + performance.now() - setAt)
const setClock = (now: string) => {
  setTo = new Date(now).getTime() + start.clockOffsetMs
  setAt = performance.now()
}

const gateway = faultyGateway()
const database = await openDatabase(start)
await migrate(database)
const wired = wirePayments({
  config,
  database,
  log,
  clock,
  wakeJobs() {},
  aroundGateway: gateway.around,
})
const api = createApi({ config, database, log, clock, wired, checkAnswers: true })

const reconciliation = reconciliationStep(wired.reconciliation, config.timeZone)

const answer = async ({ url, method, headers, body }: SentRequest): Promise<SentAnswer> => {
  const given = await api.fetch(new Request(url, { method, headers, body }))
  return { status: given.status, headers: [...given.headers], body: await given.text() }
}

const carryOut = async (order: ReplicaOrder): Promise<SentAnswer | null> => {
  setClock(order.now)
  if (order.do === 'answer') return answer(order.request)
  if (order.do === 'run jobs') await runSteps(wired.steps)
  else if (order.do === 'reconcile') await reconciliation.run(() => {})
  else gateway.next(...order.faults)
  return null
}

const report = (what: ReplicaReport | 'ready') => process.send?.(what)

process.on('message', (order: ReplicaOrder) => {
  const { id } = order
  carryOut(order).then(
    (done) => report({ id, done }),
    (error: unknown) => report({ id, failed: error instanceof Error ? String(error.stack) : 'not an Error' }),
  )
})
process.on('disconnect', () => void database.close())
report('ready')
