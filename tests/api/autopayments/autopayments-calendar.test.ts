import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addDays, addMonths } from 'format/dates'
import { startOfDay } from 'format/local-hour'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type DatabaseKind, describeOnEachDatabase } from '../../support/databases'
import { isLongRun, times } from '../../support/long-run'
import { openForTests } from '../../support/open-for-tests'
import { openApiWorld } from '../support/api-world'
import {
  type Fate,
  Oracle,
  OracleAccount,
  type OracleLine,
  type OracleRule,
} from '../support/autopayment-oracle'
import { customerWithAutopayment, issueInvoice } from '../support/autopayments-world'
import { addToRegister } from '../support/billing-register'
import { type Fault, faultyGateway } from '../support/faulty-gateway'
import { operatorOf } from '../support/operator'
import { atBank, balance, payAsGuest, paymentOf, runJobs } from '../support/payments-world'
import { refundAtBank } from '../support/refunds-world'
import { type Replica, replicaStarter } from '../support/start-replica'

/** With CALENDAR_SEED=7 this test covers other years. */
const seed = Number(process.env.CALENDAR_SEED ?? 1)
const years = Number(process.env.CALENDAR_YEARS ?? times(1, 5))
/**
 * Few on PostgreSQL: its statements and locks are the same every month, and SQLite covers the differences between
 * months.
 */
const monthsOn = (kind: DatabaseKind) => (kind === 'sqlite' || isLongRun ? 12 * years : 4)
vi.setConfig({ testTimeout: 180_000 * years })

const half = 30
const nine = 9 * 60
const ten = 10 * 60
const startReplica = replicaStarter()

/** A number from 0 to 1 that depends only on the words. */
const chance = (...words: (string | number)[]) => {
  let hash = 2166136261
  for (const sign of `${seed} ${words.join(' ')}`) hash = Math.imul(hash ^ sign.charCodeAt(0), 16777619)
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507)
  return ((hash ^ (hash >>> 13)) >>> 0) / 4294967296
}

/** Their charges are refunded, and the company corrects the balances of their accounts. */
const namesWithRefunds = ['refunded', 'neighbour']
/** Pays for the account of `refunded`, too. */
const neighbour = 'neighbour'

const rules: Record<string, OracleRule> = {
  first: { rule: 'monthly', day: 1, amount: 150_000, limit: 150_000 },
  middle: { rule: 'monthly', day: 15, amount: 60_000, limit: 500_000 },
  last: { rule: 'monthly', day: 28, amount: 300_000, limit: 400_000 },
  stopped: { rule: 'monthly', day: 10, amount: 90_000, limit: 90_000 },
  limited: { rule: 'invoice', limit: 180_000 },
  whole: { rule: 'invoice', limit: 30_000_000 },
  refunded: { rule: 'invoice', limit: 30_000_000 },
  [neighbour]: { rule: 'monthly', day: 22, amount: 40_000, limit: 40_000 },
}

/** In most months the bank approves; in others it declines this many attempts. */
const fateOf =
  (name: string) =>
  (period: string, attempt: number): Fate => {
    if (name === 'stopped' && period === '2026-11') return 'card_expired'
    const [kind, times] = [chance(name, period, 'fate'), 1 + Math.floor(chance(name, period, 'times') * 3)]
    if (kind < 0.65 || attempt > times) return 'paid'
    if (kind < 0.85) return 'insufficient_funds'
    return kind < 0.93 ? 'payment_method_limit_exceeded' : 'general_decline'
  }

const chargedIn = (name: string, month: string) => {
  const size = chance(name, month, 'size')
  if (size < 0.1) return 0
  return Math.floor(chance(name, month, 'charged') * (size < 0.2 ? 120 : size < 0.9 ? 200_000 : 900_000))
}

describeOnEachDatabase('autopayments day by day, in short-lived processes', (kind) => {
  const months = monthsOn(kind)
  const gateway = faultyGateway()
  const world = openForTests(() => openApiWorld(kind, { aroundGateway: gateway.around }))
  const people: {
    name: string
    account: string
    userId: string
    card: string
    id: string
    email: string
    oracle: Oracle
  }[] = []
  /** The first customer of each account. */
  const payers = () => people.filter(({ name }) => name !== neighbour)
  const counts = { refunds: 0, corrections: 0 }
  /** Other processes that charge, in addition to this one. */
  let replicas: Replica[]
  let started = 0

  beforeAll(async () => {
    replicas = [await start()]
    const { db } = world.database
    for (const [name, rule] of Object.entries(rules)) {
      const shared = name === neighbour ? people.at(-1) : undefined
      const account = shared?.account ?? (await addToRegister(db))
      const { id: userId, autopayment } = await customerWithAutopayment(world, account, { ...rule })
      const { card } = await db
        .selectFrom('payment_methods')
        .select('gateway_method_id as card')
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      const email = `${userId}@example.ru`
      const oracle = new Oracle(rule, fateOf(name), shared?.oracle.account ?? new OracleAccount())
      people.push({ name, account, userId, card, id: autopayment.id, email, oracle })
    }
    await db.deleteFrom('outbox').execute()
  })
  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.stop()))
  })

  const at = (day: string, minutes: number) => {
    const moment = startOfDay(day, 'Europe/Moscow').getTime() + minutes * 60_000
    world.pass(moment - world.now().getTime())
  }
  const start = () => {
    started += 1
    return startReplica(world, { clockOffsetMs: Math.floor(chance(started, 'clock') * 900) })
  }
  const work = async () => {
    await Promise.all([runJobs(world.wired), ...replicas.map((replica) => replica.runJobs())])
    await world.handOverLetters()
  }

  const issueInvoices = async (day: string) => {
    for (const { name, account, oracle } of payers()) {
      const amount = chargedIn(name, day.slice(0, 7))
      await issueInvoice(world, account, addMonths(day.slice(0, 7), -1), amount)
      oracle.account.invoice(amount)
    }
    for (const { oracle } of people) oracle.invoiceComes(day)
  }

  const answerAsFated = async (day: string) => {
    for (const { card, oracle } of people) {
      const fate = oracle.nextFate(day)
      if (fate === null) continue
      const later_charges = fate
      await world.database.db
        .updateTable('sandbox_cards')
        .set({ later_charges })
        .where('id', '=', card)
        .execute()
    }
  }

  /** Only on days without declined charges: a lost answer delays the outcome, and would shift the days of the oracle. */
  const loseAnswers = (day: string) => {
    const fates = people.map(({ oracle }) => oracle.nextFate(day)).filter((fate) => fate !== null)
    const loses = fates.length > 0 && fates.every((fate) => fate === 'paid') && chance(day, 'lost') < 0.4
    return failAtGateway(...(loses ? ([chance(day, 'how') < 0.5 ? 'answer-lost' : 'not-sent'] as const) : []))
  }

  /** Sets the faults in every process: any of them may charge first. */
  const failAtGateway = async (...faults: Fault[]) => {
    gateway.next(...faults)
    await Promise.all(replicas.map((replica) => replica.failAtGateway(...faults)))
  }

  /** Kopecks that the customer pays by hand on this day: seldom a part, or all of a large debt; null: nothing. */
  const amountByHand = (name: string, day: string, owed: number) => {
    const dice = chance(name, day, 'by hand')
    if (owed > 250_000 && dice < 0.04) return owed
    return dice < 0.015 ? 100 + Math.floor(chance(name, day, 'how much') * 60_000) : null
  }

  const payByHand = async (day: string) => {
    for (const { name, account, oracle } of payers()) {
      const amount = amountByHand(name, day, oracle.account.owed)
      if (amount === null) continue
      const { confirmationUrl } = paymentOf(await payAsGuest(world.browser(), account, { amount }))
      await atBank(world.api).pay(confirmationUrl ?? '')
      world.pass(3_000)
      await runJobs(world.wired)
      oracle.account.credit(amount)
    }
  }

  /** Now and then refunds the newest charge in the bank's office, in whole or by half. */
  const refundCharges = async (day: string) => {
    for (const { name, userId, oracle } of people) {
      if (!namesWithRefunds.includes(name) || chance(name, day, 'refund') > 0.08) continue
      const charge = await world.database.db
        .selectFrom('payments')
        .innerJoin('payment_intents', 'payment_id', 'payments.id')
        .select(['gateway_payment_id as bankId', 'amount', 'refunded'])
        .where('user_id', '=', userId)
        .where('source', '=', 'autopayment')
        .where('status', '=', 'succeeded')
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      if (!charge || charge.refunded > 0) continue
      const amount = chance(name, day, 'whole') < 0.7 ? charge.amount : Math.ceil(charge.amount / 2)
      expect((await refundAtBank(world, charge.bankId ?? '', (amount / 100).toFixed(2))).status).toBe(303)
      await runJobs(world.wired)
      oracle.refund(amount)
      counts.refunds += 1
    }
  }

  /** Now and then imports another balance from the company's books: without the refunds, or with another sum. */
  const correctBalances = async (day: string) => {
    for (const { name, account, oracle } of payers()) {
      if (!namesWithRefunds.includes(name) || chance(name, day, 'correction') > 0.04) continue
      const { owed, fromRefunds } = oracle.account
      const dice = chance(name, day, 'which correction')
      const credit = dice < 0.5 ? fromRefunds : dice < 0.6 ? owed : Math.floor(dice * 60_000) - 30_000
      const file = join(world.fresh.dataDir, 'balances.csv')
      const corrected = ((owed - credit) / 100).toFixed(2)
      writeFileSync(file, `account;day;balance\n${account};${day};${corrected}\n`)
      await operatorOf(world)('import', 'balances', file, '--apply', '--confirmed')
      if (credit > 0) oracle.account.credit(credit)
      else oracle.account.invoice(-credit)
      counts.corrections += 1
    }
  }

  /** Now and then kills a process and starts another. */
  const restart = async (day: string) => {
    if (chance(day, 'restart') > 0.008) return
    await replicas.shift()?.kill()
    replicas.push(await start())
  }

  /** Whether to skip the checks of a day on which nothing is expected; one in five is checked nevertheless. */
  const isQuiet = (day: string) =>
    people.every(({ oracle }) => oracle.isQuiet(day)) && chance(day, 'looked at') < 0.8

  it(`charge the expected amounts on the expected days with the expected reasons: ${months} months`, async () => {
    const until = `${addMonths('2026-03', months)}-03`
    for (let day = '2026-03-03'; day < until; day = addDays(day, 1)) {
      await restart(day)
      if (day.endsWith('-01')) {
        at(day, half)
        await issueInvoices(day)
        await work()
      } else {
        at(day, half)
        await correctBalances(day)
      }
      if (isQuiet(day)) {
        await payByHand(day)
        await refundCharges(day)
        continue
      }
      at(day, nine)
      for (const { oracle } of people) oracle.morning(day)
      await work()
      at(day, ten + 5)
      await answerAsFated(day)
      await loseAnswers(day)
      for (const { oracle } of people) oracle.charge(day)
      await work()
      await failAtGateway()
      at(day, ten + 15)
      await work()
      await payByHand(day)
      await refundCharges(day)
    }
    at(until, 0)
    await work()

    const all: OracleLine[] = []
    for (const { name, account, id, email, oracle } of people) {
      const { db } = world.database
      const lines = await db
        .selectFrom('autopayment_run_lines')
        .innerJoin('autopayment_runs', 'autopayment_runs.id', 'run_id')
        .select(['period', 'outcome', 'amount'])
        .where('autopayment_run_lines.autopayment_id', '=', id)
        .orderBy('at')
        .orderBy('attempt')
        .execute()
      expect({ name, lines }).toEqual({ name, lines: oracle.lines })
      all.push(...lines)
      expect(await balance(world, account)).toBe(oracle.account.owed)
      const letters = await db.selectFrom('outbox').select('kind').where('recipient', '=', email).execute()
      expect(letters.map((letter) => letter.kind).sort()).toEqual([...oracle.letters].sort())
      const autopayment = await db
        .selectFrom('autopayments')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirst()
      expect(autopayment?.status).toBe(oracle.stopped ? 'failed' : 'active')
    }
    expect(counts.refunds).toBeGreaterThan(months / 4)
    expect(counts.corrections).toBeGreaterThan(months / 4)
    for (const outcome of ['charged', 'skipped', 'failed']) {
      expect(all.filter((line) => line.outcome === outcome).length).toBeGreaterThan((months * 2) / 3)
    }
  })
})
