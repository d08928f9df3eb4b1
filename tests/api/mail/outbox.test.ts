import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from 'api/db/database'
import { fileMailer } from 'api/mail/file-mailer'
import type { Letter } from 'api/mail/letter'
import { LetterRefused, type Mailer, type MailMessage } from 'api/mail/mailer'
import { claimLetter, enqueueLetter } from 'api/mail/outbox.repository'
import { outboxRelay } from 'api/mail/outbox-relay.step'
import { letterHooks } from 'api/users'
import { createWorker, type Worker } from 'api/worker/worker'
import { HOUR, MINUTE } from 'format/durations'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { openMigratedDatabase } from '../support/migrated-database'
import { replicaStarter } from '../support/start-replica'

const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 20_000 })

const never = 1_000_000
const letter: Letter = {
  kind: 'password-changed',
  subject: 'Пароль изменён',
  text: 'Здравствуйте!\n',
  html: '<p>Здравствуйте!</p>',
}
const from = { name: 'Дом и свет', address: 'lk@example.ru', domain: 'example.ru' }
const to = 'ivan.petrov@example.ru'

describeOnEachDatabase('the outbox', (kind) => {
  const startReplica = replicaStarter()
  const opened = openForTests(() => openMigratedDatabase(kind))
  let database: Database
  let now: Date
  let lines: string[]
  const workers: Worker[] = []

  beforeEach(async () => {
    database = opened.database
    await database.db.deleteFrom('outbox').execute()
    now = new Date('2026-10-05T09:00:00.000Z')
    lines = []
  })
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  })

  const pass = (ms: number) => {
    now = new Date(now.getTime() + ms)
  }
  const enqueue = (kind: Letter['kind'] = letter.kind) =>
    database.transaction((trx) => enqueueLetter(trx, { to, userId: null, letter: { ...letter, kind }, now }))
  const rows = () => database.db.selectFrom('outbox').selectAll().orderBy('id').execute()
  const only = async () => {
    const [row, ...others] = await rows()
    expect(others).toEqual([])
    if (!row) throw new Error('The outbox is empty')
    return row
  }
  const write = (fields: object, message?: string) => {
    lines.push(JSON.stringify({ fields, message }))
  }
  const log = { debug: write, info: write, warn: write, error: write }

  const relay = (mailer: Mailer) => {
    const step = outboxRelay({
      database,
      hooks: letterHooks,
      mailer,
      from,
      log,
      clock: () => now,
    })
    const worker = createWorker({ steps: [step], log, everyMs: never })
    workers.push(worker)
    worker.start()
    return worker
  }
  const collecting = () => {
    const sent: MailMessage[] = []
    const mailer: Mailer = {
      send: async (message) => {
        sent.push(message)
      },
    }
    return { sent, mailer }
  }
  const failing = (error: Error) => ({ send: vi.fn<Mailer['send']>().mockRejectedValue(error) })
  const down = () =>
    failing(Object.assign(new Error(`connect refused for <${to}>`), { code: 'ECONNREFUSED' }))

  it('gives a letter of a step the id of the step’s run, which the log has, and keeps the one of a request', async () => {
    const { sent, mailer } = collecting()
    const reminder = {
      name: 'reminder',
      run: async () => {
        await enqueue('readings-reminder')
        const reset: Letter = { ...letter, kind: 'password-reset' }
        await database.transaction((trx) =>
          enqueueLetter(trx, { to, userId: null, letter: reset, requestId: 'request-1', now }),
        )
      },
    }
    const worker = createWorker({ steps: [reminder], log, everyMs: never })
    worker.start()
    await until(async () => expect(await rows()).toHaveLength(2))
    await worker.stop()
    relay(mailer)
    await until(() => expect(sent).toHaveLength(2))
    const idOf = (letterKind: string) => sent.find(({ kind: sentKind }) => sentKind === letterKind)?.requestId
    expect(idOf('password-reset')).toBe('request-1')
    const runId = idOf('readings-reminder')
    expect(runId).toMatch(/^[\w-]{36}$/)
    expect(
      lines.filter((line) => line.includes('writes letters')).map((line) => JSON.parse(line).fields),
    ).toEqual([{ step: 'reminder', runId }])
  })

  it('sends a letter once, as soon as it is woken, and deletes its words', async () => {
    const { sent, mailer } = collecting()
    const worker = relay(mailer)
    await enqueue()
    worker.wake()
    await until(async () => expect((await only()).sent_at).toBe(now.toISOString()))
    worker.wake()
    await worker.stop()
    const { id, text, html } = await only()
    expect({ text, html }).toEqual({ text: '', html: '' })
    expect(sent).toEqual([
      {
        requestId: null,
        userId: null,
        from,
        to,
        ...letter,
        messageId: `<${id}@example.ru>`,
        createdAt: now,
      },
    ])
  })

  it('sends letters that were stored before it started', async () => {
    await enqueue()
    const { sent, mailer } = collecting()
    relay(mailer)
    await until(() => expect(sent).toHaveLength(1))
  })

  it('sends nothing of a rolled back transaction', async () => {
    const failed = database.transaction(async (trx) => {
      await enqueueLetter(trx, { to, userId: null, letter, now })
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await rows()).toEqual([])
  })

  it('keeps the letter while the mail server is down, and sends it when the server is up', async () => {
    await enqueue()
    const broken = down()
    await relay(broken).stop()
    expect(broken.send).toHaveBeenCalledTimes(1)
    expect(await only()).toMatchObject({
      sent_at: null,
      dead_at: null,
      attempts: 1,
      last_error: 'ECONNREFUSED',
      ...letter,
    })

    const { sent, mailer } = collecting()
    const worker = relay(mailer)
    await worker.stop()
    expect(sent).toEqual([])

    pass(MINUTE)
    relay(mailer)
    await until(async () => expect((await only()).sent_at).toBe(now.toISOString()))
    expect(sent).toHaveLength(1)
    expect(sent[0]?.messageId).toBe(broken.send.mock.calls[0]?.[0].messageId)
  })

  it('waits longer after each failure and gives up within a day', async () => {
    await enqueue()
    const waits: number[] = []
    const { send } = down()
    for (let attempt = 1; attempt <= 7; attempt++) {
      await relay({ send }).stop()
      expect(send).toHaveBeenCalledTimes(attempt)
      const { next_attempt_at, dead_at } = await only()
      if (dead_at) break
      waits.push(new Date(next_attempt_at).getTime() - now.getTime())
      pass(waits.at(-1) ?? 0)
    }
    expect(waits).toEqual([MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR])
    const { dead_at, text } = await only()
    expect({ dead_at, text }).toEqual({ dead_at: now.toISOString(), text: letter.text })

    pass(24 * HOUR)
    const { sent, mailer } = collecting()
    await relay(mailer).stop()
    expect(sent).toEqual([])
  })

  it('gives up at once on a letter that the mail server rejects for good', async () => {
    await enqueue()
    await relay(failing(new LetterRefused(550))).stop()
    expect(await only()).toMatchObject({ dead_at: now.toISOString(), last_error: 'refused 550', attempts: 1 })
  })

  it('logs every outcome without the address', async () => {
    await enqueue()
    await relay(down()).stop()
    pass(MINUTE)
    await relay(failing(new LetterRefused(550))).stop()
    await enqueue()
    await relay(collecting().mailer).stop()
    const told = lines.join('\n')
    expect(told).toContain('will be tried again')
    expect(told).toContain('given up')
    expect(told).toContain('letter sent')
    expect(told).not.toContain('@')
  })

  it('sends a letter once when two processes run', async () => {
    for (let i = 0; i < 20; i++) await enqueue()
    const world = {
      fresh: opened.fresh,
      now: () => now,
      env: { SMTP_URL: 'file:', PAYMENT_GATEWAY: 'sandbox' },
    }
    const replicas = [await startReplica(world), await startReplica(world, { clockOffsetMs: 700 })]
    const sent = (await Promise.all(replicas.map((replica) => replica.sendLetters()))).flat()
    await Promise.all(replicas.map((replica) => replica.stop()))
    expect(sent).toHaveLength(20)
    expect(new Set(sent).size).toBe(20)
    expect((await rows()).every((row) => row.sent_at)).toBe(true)
  })

  it('sends the letter of a killed relay again, with the same id', async () => {
    await enqueue()
    const taken = await claimLetter(database.db, { now, leaseMs: 2 * MINUTE })
    expect(taken).toBeDefined()
    const { sent, mailer } = collecting()
    await relay(mailer).stop()
    expect(sent).toEqual([])

    pass(2 * MINUTE)
    relay(mailer)
    await until(async () => expect((await only()).sent_at).not.toBeNull())
    expect(sent.map(({ messageId }) => messageId)).toEqual([`<${taken?.id}@example.ru>`])
  })

  it('does not let a relay overwrite a result after its lease has ended', async () => {
    await enqueue()
    let refuse = (_: Error) => {}
    const slow: Mailer = {
      send: () =>
        new Promise((_, reject) => {
          refuse = reject
        }),
    }
    const late = relay(slow)
    await until(async () => expect((await only()).attempts).toBe(1))
    pass(2 * MINUTE)
    relay(collecting().mailer)
    await until(async () => expect((await only()).sent_at).not.toBeNull())
    refuse(new LetterRefused(550))
    await late.stop()
    expect((await only()).dead_at).toBeNull()
  })

  it('waits on stop for a letter being sent, and claims no other', async () => {
    await enqueue()
    let arrive = () => {}
    const slow = vi.fn(
      () =>
        new Promise<void>((resolve) => {
          arrive = resolve
        }),
    )
    const worker = relay({ send: slow })
    await until(() => expect(slow).toHaveBeenCalled())
    await enqueue('verification')
    const stopping = worker.stop()
    arrive()
    await stopping
    expect(slow).toHaveBeenCalledTimes(1)
    const sent = (await rows()).filter((row) => row.sent_at !== null)
    expect(sent.map((row) => row.kind)).toEqual(['password-changed'])
  })

  it('a hanging letter does not delay the others', async () => {
    await enqueue('verification')
    pass(1)
    const { sent, mailer } = collecting()
    let letGo = () => {}
    const hung = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const worker = relay({
      send: (message) => (message.kind === 'verification' ? hung : mailer.send(message)),
    })
    for (let i = 0; i < 10; i++) await enqueue()
    worker.wake()
    await until(() => expect(sent).toHaveLength(10))
    letGo()
    await worker.stop()
  })

  it('writes readable files without a mail server', async () => {
    const folder = join(opened.fresh.dataDir, 'outbox')
    await enqueue()
    relay(fileMailer(folder))
    await until(async () => expect((await only()).sent_at).not.toBeNull())
    expect(await readdir(folder)).toEqual([
      expect.stringMatching(/^2026-10-05T09-00-00\.000Z-password-changed-/),
    ])
  })

  it('deletes sent and given up letters after a month, and no waiting ones', async () => {
    await enqueue('verification')
    await relay(collecting().mailer).stop()
    await enqueue('password-reset')
    await relay(failing(new LetterRefused(550))).stop()
    pass(30 * 24 * HOUR + MINUTE)
    await enqueue('email-change')
    await relay(down()).stop()
    expect((await rows()).map((row) => row.kind)).toEqual(['email-change'])
  })
})
