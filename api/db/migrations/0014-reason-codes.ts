import { type Kysely, sql } from 'kysely'
import type { Migration } from '../migration'
import type { Tables } from '../tables'

/**
 * Replaces what was stored of a gateway's own codes, and of sentences for customers, by codes of our own: decline reasons of
 * payments, stop reasons of autopayments, reasons in the log of their runs.
 */
export const reasonCodes: Migration = {
  name: '0014-reason-codes',
  async up(db, column) {
    for (const table of ['payments', 'sandbox_payments'] as const) {
      await db.schema.alterTable(table).renameColumn('cancel_reason', 'decline_reason').execute()
      await mapCodes(db, { table, column: 'decline_reason', known: declineReasons })
    }
    const stopReasons = [...declineReasons, 'method_not_saved', 'account_removed']
    await mapCodes(db, { table: 'autopayments', column: 'fail_reason', known: stopReasons })

    const addColumn = (name: string, type: typeof column.text) =>
      db.schema.alterTable('autopayment_run_lines').addColumn(name, type).execute()
    await addColumn('decline_reason', column.text)
    await addColumn('retry_on', column.text)
    await addColumn('limit_amount', column.bigint)
    await mapLines(db)
  },
}

const declineReasons = [
  '3d_secure_failed',
  'call_issuer',
  'canceled_by_company',
  'card_expired',
  'country_forbidden',
  'expired_on_capture',
  'expired_on_confirmation',
  'fraud_suspected',
  'general_decline',
  'insufficient_funds',
  'internal_timeout',
  'invalid_card_number',
  'invalid_csc',
  'issuer_unavailable',
  'no_answer',
  'payment_method_limit_exceeded',
  'payment_method_restricted',
  'permission_revoked',
  'refused_by_gateway',
  'replaced',
  'unknown',
]

interface CodesToMap {
  table: 'payments' | 'sandbox_payments' | 'autopayments'
  column: 'decline_reason' | 'fail_reason'
  known: readonly string[]
}

const mapCodes = async (db: Kysely<Tables>, { table, column, known }: CodesToMap) => {
  const code = sql.ref(column)
  await sql`
    update ${sql.table(table)}
    set ${code} = case ${code} when 'canceled_by_merchant' then 'canceled_by_company' else 'unknown' end
    where ${code} is not null and ${code} not in (${sql.join(known)})`.execute(db)
}

/** Codes have no spaces, sentences do: so a sentence is mapped once, and one that nobody knows any more is still found. */
const mapLines = async (db: Kysely<Tables>) => {
  for (const [pattern, code] of sentencesOfRuns) {
    await sql`update autopayment_run_lines set reason = ${code} where reason like ${pattern}`.execute(db)
  }
  await mapOverLimit(db)
  await mapRetries(db)
  for (const [sentence, code] of sentencesOfDeclines) {
    await sql`
      update autopayment_run_lines set reason = 'declined', decline_reason = ${code}
      where reason = ${sentence}`.execute(db)
  }
  await sql`
    update autopayment_run_lines set reason = 'declined', decline_reason = 'unknown'
    where reason like '% %' and outcome = 'failed'`.execute(db)
  await sql`update autopayment_run_lines set reason = 'other' where reason like '% %'`.execute(db)
}

const mapOverLimit = async (db: Kysely<Tables>) => {
  const { rows } = await sql<{ reason: string }>`
    select distinct reason from autopayment_run_lines where reason like 'К оплате %, а ваш лимит %'`.execute(
    db,
  )
  for (const { reason } of rows) {
    await sql`
      update autopayment_run_lines set reason = 'over_limit', limit_amount = ${limitIn(reason)}
      where reason = ${reason}`.execute(db)
  }
}

/** 'К оплате 2 000 ₽, а ваш лимит 1 500,50 ₽: не списали.' → 150050. */
const limitIn = (sentence: string): number | null => {
  const [, rubles, kopecks = '00'] = /лимит ([\d\s]+?)(?:,(\d\d))?\s*₽/.exec(sentence) ?? []
  return rubles === undefined ? null : Number(rubles.replaceAll(/\s/g, '') + kopecks)
}

const mapRetries = async (db: Kysely<Tables>) => {
  const { rows } = await sql<{ reason: string; day: string }>`
    select distinct reason, substr(at, 1, 10) as day from autopayment_run_lines
    where reason like '% Попробуем ещё раз %'`.execute(db)
  for (const { reason, day } of rows) {
    const code = retried.find(([sentence]) => reason.startsWith(sentence))?.[1] ?? 'unknown'
    await sql`
      update autopayment_run_lines
      set reason = 'declined', decline_reason = ${code}, retry_on = ${retryDayIn(reason, day)}
      where reason = ${reason} and substr(at, 1, 10) = ${day}`.execute(db)
  }
}

const months = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ')

/** '… Попробуем ещё раз 2 января.' of 2025-12-30 → '2026-01-02'; null where no day is named. */
const retryDayIn = (sentence: string, day: string): string | null => {
  const [, date = '', name = ''] = /раз (\d{1,2})\s([а-я]+)/.exec(sentence) ?? []
  const month = months.indexOf(name) + 1
  if (month === 0) return null
  const inYear = `-${String(month).padStart(2, '0')}-${date.padStart(2, '0')}`
  const year = Number(day.slice(0, 4))
  return `${year}${inYear}` >= day ? `${year}${inYear}` : `${year + 1}${inYear}`
}

/** By patterns of LIKE. */
const sentencesOfRuns = [
  ['Оплатили остаток по счёту за %', 'charged_by_invoice'],
  ['Списали по расписанию за %', 'charged_by_schedule'],
  ['Списание за % прошло: банк сообщил о нём с опозданием.', 'charged_late'],
  ['Долга не было, списывать было нечего.', 'nothing_owed'],
  ['Остаток долга — это деньги, которые вам вернули: %', 'given_back'],
  ['Остаток меньше 1_₽%', 'too_little'],
  ['За этот долг уже вносят другой платёж, %', 'other_payment'],
  ['Этот долг уже оплачивали другим платежом, %', 'other_payment'],
  ['Не удалось отправить вам письмо о списании, %', 'not_warned'],
  ['Банк пока не принимает такие длинные номера лицевых счетов: %', 'account_too_long'],
  ['Вы отказались от этого списания %', 'opted_out'],
  ['Вы приостановили автоплатёж до списания.', 'paused'],
  ['Автоплатёж удалён до списания.', 'removed'],
  ['Вы перенесли день списания.', 'day_moved'],
  ['Карта отвязана, списать с неё нельзя.', 'unlinked'],
  ['Лицевого счёта больше нет в вашем кабинете.', 'no_account'],
  ['Автоплатёж остановлен: банк больше не принимает эту карту.', 'suspended'],
  ['День списания прошёл, пока сервис не работал.', 'missed'],
] as const

const retried = [
  ['На карте не хватило денег.', 'insufficient_funds'],
  ['Банк, выпустивший карту, не ответил.', 'issuer_unavailable'],
  ['Платёжный сервис не успел ответить.', 'internal_timeout'],
  ['Исчерпан лимит платежей по карте.', 'payment_method_limit_exceeded'],
] as const

const sentencesOfDeclines = [
  [
    'Банк не подтвердил, что платите вы. Повторите оплату и введите код из сообщения банка.',
    '3d_secure_failed',
  ],
  ['Банк отклонил платёж и просит ему позвонить: номер указан на обороте карты.', 'call_issuer'],
  ['Платёж отменён компанией.', 'canceled_by_company'],
  ['Срок действия карты истёк. Оплатите другой картой.', 'card_expired'],
  ['Картой, выпущенной в этой стране, оплатить нельзя. Возьмите другую карту.', 'country_forbidden'],
  ['Время на подтверждение платежа вышло.', 'expired_on_capture'],
  ['Время на оплату вышло: платёж не был подтверждён на странице банка.', 'expired_on_confirmation'],
  ['Банк счёл платёж подозрительным. Оплатите другой картой или позвоните в банк.', 'fraud_suspected'],
  [
    'Банк отклонил платёж и не сказал почему. Оплатите другой картой или позвоните в банк.',
    'general_decline',
  ],
  ['На карте не хватило денег. Пополните её или оплатите другой картой.', 'insufficient_funds'],
  ['Платёжный сервис не успел ответить. Попробуйте ещё раз.', 'internal_timeout'],
  ['Номер карты введён с ошибкой.', 'invalid_card_number'],
  ['Код с оборота карты введён с ошибкой.', 'invalid_csc'],
  [
    'Банк, выпустивший карту, не отвечает. Попробуйте позже или оплатите другой картой.',
    'issuer_unavailable',
  ],
  ['Банк так и не ответил на этот платёж. Попробуйте ещё раз.', 'no_answer'],
  [
    'Исчерпан лимит платежей по карте. Измените его в банке или оплатите другой картой.',
    'payment_method_limit_exceeded',
  ],
  ['Операции по этой карте запрещены банком. Оплатите другой картой.', 'payment_method_restricted'],
  ['Карта отвязана, и списать с неё нельзя. Оплатите другой картой.', 'permission_revoked'],
  ['Вы начали оплату заново.', 'replaced'],
] as const
