import { type ChildProcess, fork } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import type { Letter } from 'api/mail/letter'
import { enqueueLetter } from 'api/mail/outbox.repository'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { printFigure, times } from '../../support/long-run'
import { openForEachTest } from '../../support/open-for-tests'
import { mailServer } from '../support/mail-server'
import { openMigratedDatabase } from '../support/migrated-database'
import type { RelayingOrder } from '../support/relaying-order'
import { testProgram } from '../support/test-programs'

vi.setConfig({ testTimeout: times(60_000, 1_800_000) })

const KILLS = times(3, 100)
const LETTERS_PER_KILL = 12
/** A killed relay's letters are due again after its lease. */
const LEASE_MS = 2 * 60_000
const letter: Letter = {
  kind: 'password-changed',
  subject: 'Пароль изменён',
  text: 'Здравствуйте!\n',
  html: '<p>Здравствуйте!</p>',
}

const program = testProgram('relaying-process')

describeOnEachDatabase('after a process that was sending letters is killed', (kind) => {
  const opened = openForEachTest(() => openMigratedDatabase(kind))
  let server: Awaited<ReturnType<typeof mailServer>>
  let now = new Date('2026-10-05T09:00:00.000Z')
  const processes: ChildProcess[] = []

  beforeEach(async () => {
    server = await mailServer()
  })
  afterEach(async () => {
    for (const process of processes.splice(0)) process.kill('SIGKILL')
    server.stop()
  })

  const enqueue = () =>
    opened.database.transaction((trx) =>
      enqueueLetter(trx, { to: 'vera@example.ru', userId: null, letter, now }),
    )
  const begin = async () => {
    const { dataDir, databaseUrl } = opened.fresh
    const order: RelayingOrder = { dataDir, databaseUrl, now: now.toISOString(), smtpUrl: server.url }
    const child = fork(program(), [JSON.stringify(order)], { stdio: 'inherit' })
    processes.push(child)
    await once(child, 'message')
    return child
  }
  const idsDelivered = () =>
    server.delivered.map(({ data }) => /^Message-ID: <(.+)@example\.ru>$/im.exec(data)?.[1])
  const waiting = () =>
    opened.database.db.selectFrom('outbox').select('id').where('sent_at', 'is', null).execute()

  it('every letter is sent', async () => {
    const letters: string[] = []
    let interrupted = 0
    for (let kill = 0; kill < KILLS; kill += 1) {
      for (let nth = 0; nth < LETTERS_PER_KILL; nth += 1) letters.push(await enqueue())
      const arrivals = server.delivered.length + randomInt(0, LETTERS_PER_KILL)
      const child = await begin()
      const ended = once(child, 'exit')
      const haveArrived = () => expect(server.delivered.length).toBeGreaterThanOrEqual(arrivals)
      await vi.waitFor(haveArrived, { timeout: 10_000, interval: 1 })
      child.kill('SIGKILL')
      await ended
      if ((await waiting()).length > 0) interrupted += 1
      now = new Date(now.getTime() + LEASE_MS)
    }
    const last = await begin()
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), { timeout: 60_000, interval: 20 })
    const ended = once(last, 'exit')
    last.disconnect()
    expect(await ended).toEqual([0, null])

    const delivered = idsDelivered()
    expect(new Set(delivered)).toEqual(new Set(letters))
    expect(interrupted, 'kills with letters left').toBeGreaterThan(0)
    printFigure(
      18,
      `${KILLS} kills of a relay on ${kind}, ${interrupted} with letters left: ${letters.length} letters, 0 lost, ${delivered.length - letters.length} repeated with their id`,
    )
  })
})
