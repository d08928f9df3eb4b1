import { type Database, openDatabase } from 'api/db/database'
import { migrate } from 'api/db/migrate'
import type { Letter } from 'api/mail/letter'
import { enqueueLetter } from 'api/mail/outbox.repository'
import { outboxRelay } from 'api/mail/outbox-relay.step'
import { smtpMailer } from 'api/mail/smtp-mailer'
import { letterHooks } from 'api/users'
import { createWorker, type Worker } from 'api/worker/worker'
import { MINUTE } from 'format/durations'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../support/databases'
import { type FaultProxy, networkFaults, startFaultProxy } from '../../support/fault-proxy'
import { mailServer } from '../support/mail-server'

const never = 1_000_000
const limits = { openingMs: 5_000, silenceMs: 5_000, sendingMs: 1_500 }
/** For a busy machine. */
const slackMs = 2_000
const from = { name: 'Дом и свет', address: 'lk@example.ru', domain: 'example.ru' }
const letter: Letter = {
  kind: 'password-changed',
  subject: 'Пароль изменён',
  text: 'Здравствуйте!\n',
  html: '<p>Здравствуйте!</p>',
}
/** As many as are sent at once. */
const four = ['anna@example.ru', 'ivan@example.ru', 'olga@example.ru', 'petr@example.ru']
const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 20_000, interval: 10 })

/** What the server says before it is asked to keep the letter: greeting, EHLO, MAIL, RCPT, DATA. */
const bytesBeforeTaken = [
  '220 mail.example.ru',
  '250 mail.example.ru',
  '250 ok',
  '250 ok',
  '354 go on',
].reduce((bytes, line) => bytes + line.length + 2, 0)

describe('letters over a bad network to the mail server', () => {
  let fresh: FreshDatabase
  let database: Database
  let server: Awaited<ReturnType<typeof mailServer>>
  let proxy: FaultProxy
  let worker: Worker
  let now: Date
  let longestMs = 0

  beforeAll(() => {
    longestMs = 0
  })
  afterAll(() => console.info(`letters went out again within ${Math.ceil(longestMs)} ms`))
  beforeEach(async () => {
    fresh = await freshDatabase('sqlite')
    database = await openDatabase(fresh)
    await migrate(database)
    now = new Date('2026-10-05T09:00:00.000Z')
    server = await mailServer()
    proxy = await startFaultProxy(new URL(server.url))
    const log = { debug() {}, info() {}, warn() {}, error() {} }
    const mailer = smtpMailer(proxy.url, limits)
    const step = outboxRelay({ database, hooks: letterHooks, mailer, from, log, clock: () => now })
    worker = createWorker({ steps: [step], log, everyMs: never })
    worker.start()
  })
  afterEach(async () => {
    await worker.stop()
    await proxy.close()
    server.stop()
    await database.close()
    await fresh.drop()
  })

  const enqueue = async (to: string) => {
    const id = await database.transaction((trx) => enqueueLetter(trx, { to, userId: null, letter, now }))
    worker.wake()
    return id
  }
  const rows = () => database.db.selectFrom('outbox').selectAll().execute()
  const recipients = () => server.delivered.map(({ to }) => to)
  const messageIds = () => server.delivered.map(({ data }) => /^Message-ID: (.+)$/im.exec(data)?.[1])
  const pass = (ms: number) => {
    now = new Date(now.getTime() + ms)
    worker.wake()
  }

  const again = networkFaults.filter((fault) => fault !== 'abandoned')
  it.each(again)('that is %s wait, and go out once each when it is mended', async (fault) => {
    await proxy.break(fault)
    const begun = performance.now()
    for (const to of four) await enqueue(to)
    await until(async () =>
      expect((await rows()).map(({ attempts, last_error }) => attempts === 1 && last_error !== null)).toEqual(
        four.map(() => true),
      ),
    )
    expect(performance.now() - begun).toBeLessThan(limits.sendingMs + slackMs)
    expect(server.delivered).toEqual([])

    await proxy.mend()
    const mended = performance.now()
    pass(MINUTE)
    await until(async () => expect((await rows()).every(({ sent_at }) => sent_at !== null)).toBe(true))
    longestMs = Math.max(longestMs, performance.now() - mended)
    expect(recipients().sort()).toEqual(four)
  })

  it('that stops in the middle delay later letters by no more than the time limit', async () => {
    await proxy.break('frozen')
    for (const to of four) await enqueue(to)
    await until(() => expect(proxy.connections()).toBe(4))
    await proxy.break('abandoned')
    const begun = performance.now()
    await enqueue('vera@example.ru')
    await until(() => expect(recipients()).toEqual(['vera@example.ru']))
    expect(performance.now() - begun).toBeLessThan(limits.sendingMs + slackMs)
  })

  it('that loses the answer to a letter have it sent twice, under one Message-ID', async () => {
    await proxy.break('cut', bytesBeforeTaken)
    const id = await enqueue('anna@example.ru')
    await until(async () => expect(await rows()).toMatchObject([{ attempts: 1, sent_at: null }]))
    await until(() => expect(server.delivered).toHaveLength(1))
    await until(async () => expect((await rows())[0]?.last_error).not.toBeNull())
    await proxy.mend()
    pass(MINUTE)
    await until(async () => expect((await rows())[0]?.sent_at).not.toBeNull())
    expect(messageIds()).toEqual([`<${id}@example.ru>`, `<${id}@example.ru>`])
  })
})
