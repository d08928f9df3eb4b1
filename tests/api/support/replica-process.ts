import { carryOutRun } from 'api/autopayments/carry-out-run'
import { claimDueRun, type Run } from 'api/autopayments/runs.repository'
import { issueInvoices } from 'api/billing/issue-invoices'
import { openDatabase } from 'api/db/database'
import { migrate } from 'api/db/migrate'
import { demoCompanyRules } from 'api/demo/seed-demo'
import type { Mailer } from 'api/mail/mailer'
import { outboxRelay } from 'api/mail/outbox-relay.step'
import { reconciliationStep } from 'api/payments/reconciliation/reconcile'
import { openSite, readServerConfig } from 'api/server-config'
import { letterHooks } from 'api/users'
import { createApi } from 'api/wire-api'
import { wirePayments } from 'api/wire-payments'
import { runSteps } from 'api/worker/worker'
import { faultyGateway } from './faulty-gateway'
import type {
  ReplicaOrder,
  ReplicaReport,
  ReplicaResult,
  ReplicaStart,
  SentAnswer,
  SentRequest,
} from './replica-orders'

/** Another API process over a test's database, with its own clock and orders over IPC. */
const start: ReplicaStart = JSON.parse(process.argv[2] ?? '')
const settings = readServerConfig({ ...start.env, DATA_DIR: start.dataDir, DATABASE_URL: start.databaseUrl })
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
const config = openSite(settings, { db: database.db, clock })
const wired = wirePayments({
  config,
  database,
  log,
  clock,
  wakeJobs() {},
  aroundGateway: gateway.around,
})
const api = createApi({ config, database, log, clock, paymentServices: wired, checkAnswers: true })

const reconciliation = reconciliationStep(wired.reconciliation, config.timeZone)

const answer = async ({ url, method, headers, body }: SentRequest): Promise<SentAnswer> => {
  const given = await api.fetch(new Request(url, { method, headers, body }))
  return { status: given.status, headers: [...given.headers], body: await given.text() }
}

const sendLetters = async () => {
  const letters: string[] = []
  const mailer: Mailer = {
    async send({ messageId }) {
      letters.push(messageId)
    },
  }
  const relay = outboxRelay({
    database,
    hooks: letterHooks,
    mailer,
    from: config.mailFrom,
    log,
    clock,
  })
  await runSteps([relay])
  return letters
}

const issue = async (through: string) => {
  const rules = await demoCompanyRules(database.db, `${through}-01`)
  if (!rules) throw new Error('The demo company has rules')
  return issueInvoices({ database, rules, timeZone: config.timeZone, now: clock(), through })
}

let run: Run | undefined

const takeRun = async (leaseMs: number) => {
  const now = clock()
  const until = new Date(now.getTime() + leaseMs).toISOString()
  run = await claimDueRun(database.db, { now: now.toISOString(), until })
  return run ? { id: run.id, fencingToken: run.fencingToken } : null
}

const carryOutTakenRun = async () => {
  if (!run) throw new Error('No run was taken')
  const { payments } = wired
  const payment = await carryOutRun({ database, payments, site: config, log, now: clock() }, run)
  if (payment !== null) await payments.process(payment)
  return payment
}

const carryOut = async (order: ReplicaOrder): Promise<ReplicaResult> => {
  setClock(order.now)
  switch (order.do) {
    case 'answer':
      return { answer: await answer(order.request) }
    case 'run jobs':
      await runSteps(wired.steps)
      return {}
    case 'reconcile':
      await reconciliation.run(() => {})
      return {}
    case 'fail at the gateway':
      gateway.next(...order.faults)
      return {}
    case 'send letters':
      return { letters: await sendLetters() }
    case 'issue invoices':
      return { issued: await issue(order.through) }
    case 'take a run':
      return { run: await takeRun(order.leaseMs) }
    case 'carry out the run':
      return { payment: await carryOutTakenRun() }
  }
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
