import { runInWords } from 'api/autopayments/autopayments.words'
import { findLines } from 'api/autopayments/runs.repository'
import { openDatabase } from 'api/db/database'
import { migrate } from 'api/db/migrate'
import { type DeclineReason, declineReasons } from 'contract/decline-reasons'
import { declineReasonInWords } from 'format/decline-reason'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeOnEachDatabase, freshDatabase } from '../../support/databases'
import { addToOldRegister, migrateUntil } from '../support/old-database'

/** The stored sentence, and what the migration stores instead. */
const sentences: readonly (readonly [string, 'charged' | 'skipped' | 'failed', object])[] = [
  ['Оплатили остаток по счёту за март 2026\u00a0г.', 'charged', { reason: 'charged_by_invoice' }],
  ['Долга не было, списывать было нечего.', 'skipped', { reason: 'nothing_owed' }],
  ['Остаток меньше 1\u00a0₽, такую сумму карта не оплатит.', 'skipped', { reason: 'too_little' }],
  ['Вы отказались от этого списания по ссылке из письма.', 'skipped', { reason: 'opted_out' }],
  [
    'К оплате 2\u00a0000,00\u00a0₽, а ваш лимит 1\u00a0500,50\u00a0₽: не списали.',
    'skipped',
    { reason: 'over_limit', limit: 150_050, amount: 200_000 },
  ],
  [
    'На карте не хватило денег. Попробуем ещё раз 2\u00a0января.',
    'failed',
    { reason: 'declined', declineReason: 'insufficient_funds', retryOn: '2026-01-02' },
  ],
  [
    'Банк не провёл платёж. Попробуем ещё раз 31\u00a0декабря.',
    'failed',
    { reason: 'declined', declineReason: 'unknown', retryOn: '2025-12-31' },
  ],
  ['Так больше никто не говорит.', 'skipped', { reason: 'other' }],
  ['Так больше никто не говорит.', 'failed', { reason: 'declined', declineReason: 'unknown' }],
]

/** Without those that are newer than the migration. */
const reasonsThen = declineReasons.filter((code) => code !== 'withdrawn' && code !== 'not_sent')

/** Sentences that were stored otherwise than they are said today. */
const saidOtherwise: Partial<Record<DeclineReason, string>> = {
  canceled_by_company: 'Платёж отменён компанией.',
  expired_on_capture: 'Время на подтверждение платежа вышло.',
  expired_on_confirmation: 'Время на оплату вышло: платёж не был подтверждён на странице банка.',
  invalid_card_number: 'Номер карты введён с ошибкой.',
  invalid_csc: 'Код с оборота карты введён с ошибкой.',
  no_answer: 'Банк так и не ответил на этот платёж. Попробуйте ещё раз.',
  refused_by_gateway: 'Платёж отменён. Попробуйте ещё раз или оплатите другой картой.',
}

/** The sentence of a reason as it was stored then. */
const wordsThen = (code: DeclineReason) => saidOtherwise[code] ?? declineReasonInWords(code)

describeOnEachDatabase('reasons that were stored as sentences, or as a gateway named them', (kind) => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>
  let database: Awaited<ReturnType<typeof openDatabase>>

  beforeAll(async () => {
    fresh = await freshDatabase(kind)
    database = await openDatabase(fresh)
    const { db } = database
    await migrateUntil(database, '0014-reason-codes')
    const at = '2025-12-30T06:00:00.000Z'
    await sql`insert into users (id, name, email, email_normalized, password_hash, created_at)
      values ('anna', 'Анна', 'anna@mail.example', 'anna@mail.example', '-', ${at})`.execute(db)
    await addToOldRegister(db, '4010')
    const stopped = [
      ['first', 'canceled_by_merchant'],
      ['second', 'full_moon'],
      ['third', 'replaced'],
      ['fourth', null],
    ]
    for (const [id, code] of stopped) {
      await sql`insert into payments (id, account, amount, status, created_at, source, cancel_reason)
        values (${id}, '4010', 100, 'canceled', ${at}, 'personal', ${code})`.execute(db)
      await sql`insert into autopayments
        (id, user_id, account, rule, limit_amount, status, fail_reason, first_payment_id, created_at, consent_at)
        values (${id}, 'anna', '4010', 'invoice', 1000, 'failed', ${code}, ${id}, ${at}, ${at})`.execute(db)
    }
    await sql`update autopayments set fail_reason = 'method_not_saved' where id = 'third'`.execute(db)
    const every = [
      ...sentences.map(([sentence, outcome]) => [sentence, outcome] as const),
      ...reasonsThen.map((code) => [wordsThen(code), 'failed'] as const),
    ]
    for (const [index, [sentence, outcome]] of every.entries()) {
      const autopayment = index < sentences.length ? 'first' : 'second'
      const id = `run ${String(index).padStart(2, '0')}`
      await sql`insert into autopayment_runs (id, autopayment_id, period, state, charge_at, due_at)
        values (${id}, ${autopayment}, ${id}, 'over', ${at}, ${at})`.execute(db)
      await sql`insert into autopayment_run_lines (run_id, attempt, autopayment_id, at, outcome, reason, amount)
        values (${id}, 1, ${autopayment}, ${at}, ${outcome}, ${sentence}, 200000)`.execute(db)
    }
    await migrate(database)
  })
  afterAll(async () => {
    await database.close()
    await fresh.drop()
  })

  const linesOf = async (autopayment: string) =>
    (await findLines(database.db, autopayment, 50)).toSorted((a, b) => (a.period < b.period ? -1 : 1))

  it('become our decline reasons on payments', async () => {
    const rows = await database.db
      .selectFrom('payments')
      .select(['id', 'decline_reason'])
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { id: 'first', decline_reason: 'canceled_by_company' },
      { id: 'fourth', decline_reason: null },
      { id: 'second', decline_reason: 'unknown' },
      { id: 'third', decline_reason: 'replaced' },
    ])
  })

  it('become the same on autopayments, whose own two reasons stay', async () => {
    const rows = await database.db
      .selectFrom('autopayments')
      .select(['id', 'fail_reason'])
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { id: 'first', fail_reason: 'canceled_by_company' },
      { id: 'fourth', fail_reason: null },
      { id: 'second', fail_reason: 'unknown' },
      { id: 'third', fail_reason: 'method_not_saved' },
    ])
  })

  it('become codes in the log of an autopayment, with the values from its sentences', async () => {
    expect(await linesOf('first')).toMatchObject(sentences.map(([, , stored]) => stored))
  })

  it('are shown with today’s words', async () => {
    const said = (await linesOf('second')).map((line) => runInWords(line))
    // Both were stored as the same sentence.
    const known = (code: DeclineReason) => (code === 'refused_by_gateway' ? 'unknown' : code)
    expect(said).toEqual(reasonsThen.map((code) => declineReasonInWords(known(code))))
  })
})
