import { openDatabase } from 'api/db/database'
import { migrate } from 'api/db/migrate'
import type { Mailer } from 'api/mail/mailer'
import { outboxRelay } from 'api/mail/outbox-relay.step'
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

const carryOut = async (order: ReplicaOrder): Promise<ReplicaResult> => {
  setClock(order.now)
  switch (order.do) {
    case 'answer':
      return { answer: await answer(order.request) }
    case 'run jobs':
      await runSteps(wired.steps)
      return {}
    case 'fail at the gateway':
      gateway.next(...order.faults)
      return {}
    case 'send letters':
      return { letters: await sendLetters() }
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
