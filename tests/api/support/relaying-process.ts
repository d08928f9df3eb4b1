import { openDatabase } from 'api/db/database'
import { outboxRelay } from 'api/mail/outbox-relay.step'
import { smtpMailer } from 'api/mail/smtp-mailer'
import { letterHooks } from 'api/users'
import { createWorker } from 'api/worker/worker'
import type { RelayingOrder } from './relaying-order'

/** A process that sends the outbox over SMTP until it is killed or told to stop. */
const order: RelayingOrder = JSON.parse(process.argv[2] ?? '')
const log = { debug() {}, info() {}, warn() {}, error() {} }
const now = new Date(order.now)
const database = await openDatabase(order)
const relay = outboxRelay({
  database,
  hooks: letterHooks,
  mailer: smtpMailer(order.smtpUrl),
  from: { name: 'Дом и свет', address: 'lk@example.ru', domain: 'example.ru' },
  log,
  clock: () => now,
})
const worker = createWorker({ steps: [relay], log })
worker.start()
process.send?.('ready')
process.on('disconnect', () => void worker.stop().then(() => database.close()))
