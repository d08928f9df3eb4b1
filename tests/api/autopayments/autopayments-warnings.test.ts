import { LetterRefused } from 'api/mail/mailer'
import { outboxRelay } from 'api/mail/outbox-relay.step'
import { letterHooks } from 'api/users'
import { runSteps, type Step } from 'api/worker/worker'
import { HOUR } from 'format/durations'
import { localHour } from 'format/local-hour'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { openApiWorld } from '../support/api-world'
import {
  chargesOf,
  customerWithAutopayment,
  issueInvoice,
  monthly,
  runsOf,
  theAutopayment,
} from '../support/autopayments-world'
import { addToRegister } from '../support/billing-register'

const zone = 'Europe/Moscow'

describeOnEachDatabase('an autopayment and the letter that warns of it', (kind) => {
  const world = openForTests(() => openApiWorld(kind))
  let steps: Step[]
  let account: string
  let mail: 'takes' | 'is down' | 'refuses'
  let sent: { kind: string; at: string }[]

  beforeAll(async () => {
    const { database, wired } = world
    const relay = outboxRelay({
      database,
      hooks: letterHooks,
      from: world.config.mailFrom,
      log: { debug() {}, info() {}, warn() {}, error() {} },
      clock: world.now,
      mailer: {
        async send({ kind }) {
          if (mail === 'is down') throw Object.assign(new Error('no server'), { code: 'ECONNREFUSED' })
          if (mail === 'refuses') throw new LetterRefused(550)
          sent.push({ kind, at: world.now().toISOString() })
        },
      },
    })
    steps = [...wired.steps, relay]
  })
  beforeEach(async () => {
    await world.startAgain()
    mail = 'takes'
    sent = []
    account = await addToRegister(world.database.db)
  })

  /** Moves the clock to a time of a March day and runs all steps, sending letters included. */
  const go = async (day: number, hour: number, minute = 0) => {
    const moment = localHour(`2026-03-${day}`, hour, zone).getTime() + minute * 60_000
    world.pass(moment - world.now().getTime())
    const now = world.now().toISOString()
    await world.database.db.updateTable('sessions').set({ created_at: now, last_used_at: now }).execute()
    await runSteps(steps)
  }
  const owing = async () => {
    const customer = await customerWithAutopayment(world, account, monthly)
    await issueInvoice(world, account, '2026-02', 900_000)
    return customer
  }
  const warnings = () => sent.filter(({ kind }) => kind === 'autopayment-warning').map(({ at }) => at)
  const taken = () => chargesOf(world, account)

  it('sent in time: the charge is made at ten', async () => {
    await owing()
    await go(14, 9)
    expect(warnings()).toEqual(['2026-03-14T06:00:00.000Z'])
    await go(15, 9, 59)
    expect(await taken()).toEqual([100])
    await go(15, 10)
    expect(await taken()).toEqual([100, 200_000])
  })

  it('sent late: a day passes after it was sent, not after it was written', async () => {
    const { browser } = await owing()
    mail = 'is down'
    await go(14, 9)
    mail = 'takes'
    await go(14, 12)
    expect(warnings()).toEqual(['2026-03-14T09:00:00.000Z'])
    await go(15, 10)
    expect(await taken()).toEqual([100])
    expect((await theAutopayment(browser)).nextRunAt).toBe('2026-03-15T09:00:00.000Z')
    await go(15, 11, 59)
    expect(await taken()).toEqual([100])
    await go(15, 12)
    expect(await taken()).toEqual([100, 200_000])
  })

  it('sent in the evening: the charge is made at ten two days later', async () => {
    await owing()
    mail = 'is down'
    await go(14, 9)
    mail = 'takes'
    await go(14, 20)
    for (const hour of [10, 20, 23]) await go(15, hour)
    expect(await taken()).toEqual([100])
    await go(16, 10)
    expect(await taken()).toEqual([100, 200_000])
    expect(warnings()).toHaveLength(1)
  })

  it('for another attempt counts from when it was sent, too', async () => {
    await owing()
    await go(14, 9)
    await world.database.db
      .updateTable('sandbox_cards')
      .set({ later_charges: 'insufficient_funds' })
      .execute()
    mail = 'is down'
    await go(15, 10)
    await world.database.db.updateTable('sandbox_cards').set({ later_charges: 'paid' }).execute()
    mail = 'takes'
    await go(15, 15)
    expect(sent.at(-1)).toEqual({ kind: 'autopayment-retry', at: '2026-03-15T12:00:00.000Z' })
    await go(16, 10)
    await go(16, 14, 59)
    expect(await taken()).toEqual([100])
    await go(16, 15)
    expect(await taken()).toEqual([100, 200_000])
  })

  it('rejected by the mail server is written again a day later, and the charge waits for it', async () => {
    await owing()
    mail = 'refuses'
    await go(14, 9)
    mail = 'takes'
    await go(15, 9, 30)
    expect(warnings()).toEqual([])
    await go(15, 10)
    expect(await taken()).toEqual([100])
    expect(warnings()).toEqual(['2026-03-15T07:00:00.000Z'])
    await go(16, 10)
    expect(await taken()).toEqual([100, 200_000])
  })

  it.each(['is down', 'refuses'] as const)(
    'never sent, as the mail server %s: after three days nothing is charged, and customer and operator are told why',
    async (mood) => {
      const { browser, autopayment } = await owing()
      mail = mood
      await go(14, 9)
      for (let hours = 1; hours < 5 * 24; hours += 2)
        await go(14 + Math.floor((9 + hours) / 24), (9 + hours) % 24)
      expect(await taken()).toEqual([100])
      expect(await runsOf(browser, autopayment.id)).toMatchObject([
        {
          at: '2026-03-18T07:00:00.000Z',
          outcome: 'skipped',
          reason: expect.stringContaining('Не удалось отправить вам письмо'),
        },
      ])
      expect(world.logged.filter((line) => 'code' in line && line.code === 'not_warned')).toHaveLength(1)
      // However often the run is carried out, it writes one letter a day.
      const { db } = world.database
      const written = await db
        .selectFrom('outbox')
        .select('id')
        .where('kind', '=', 'autopayment-warning')
        .execute()
      expect(written.length).toBeLessThanOrEqual(4)

      mail = 'takes'
      world.pass(20 * 24 * HOUR)
      expect(await theAutopayment(browser)).toMatchObject({
        status: 'active',
        nextRunAt: '2026-04-15T07:00:00.000Z',
      })
    },
  )
})
