import { createHash } from 'node:crypto'
import { isBic, isCorrespondentAccount, isInn, isKpp, isSettlementAccount } from 'format/requisites'
import type { ColumnMap } from './column-map'
import type { FieldReader } from './field-reader'
import { fileWords, lineWords as words } from './import.words'
import type { PayeeRow } from './register.repository'
import { UnusableFile } from './text-encoding'

export const payeeFields = {
  /** The `id` of a payee in the file of columns. */
  payee: 'optional',
  payee_name: 'optional',
  payee_inn: 'optional',
  payee_kpp: 'optional',
  payee_bank: 'optional',
  payee_bic: 'optional',
  payee_correspondent_account: 'optional',
  payee_settlement_account: 'optional',
} as const
type PayeeField = keyof typeof payeeFields

const neededInLine = [
  'payee_name',
  'payee_inn',
  'payee_bank',
  'payee_bic',
  'payee_correspondent_account',
  'payee_settlement_account',
] as const satisfies PayeeField[]

/** The payee of each line, by its id in the file of columns or by its requisites in the line. */
export const payeesOf = ({ payees }: ColumnMap) => {
  const payeesById = new Map(payees.map((payee) => [payee.id, payee]))
  /** The requisites of the first line of each payee; its other lines repeat them. */
  const payeeRows = new Map<string, PayeeRow>()

  const readRequisites = (reader: FieldReader<PayeeField>): PayeeRow => {
    const inn = reader.text('payee_inn')
    const settlement = reader.text('payee_settlement_account')
    return {
      id: createHash('sha256').update(`${inn} ${settlement}`).digest('hex').slice(0, 32),
      name: reader.text('payee_name'),
      inn,
      kpp: reader.optionalText('payee_kpp') || null,
      bank_name: reader.text('payee_bank'),
      bic: reader.text('payee_bic'),
      correspondent_account: reader.text('payee_correspondent_account'),
      settlement_account: settlement,
    }
  }

  return {
    /** Throws UnusableFile if the columns identify no payee. */
    checkColumns(reader: FieldReader<PayeeField>) {
      if (reader.has('payee')) return
      const missing = neededInLine.filter((field) => !reader.has(field))
      const [field] = missing.length === neededInLine.length ? (['payee'] as const) : missing
      if (field !== undefined) throw new UnusableFile(fileWords.needed(field))
    },

    /** Undefined: the line is bad. */
    read(reader: FieldReader<PayeeField>): PayeeRow | undefined {
      if (reader.has('payee')) {
        const id = reader.text('payee')
        const payee = payeesById.get(id)
        if (id !== '' && !payee) reader.refuse('payee', words.payee(id))
        return payee && rowOf(payee)
      }
      const row = readRequisites(reader)
      if (reader.isBad) return undefined
      const before = payeeRows.get(row.id)
      if (!before) {
        for (const { field, reason, others } of mistakesIn(row)) reader.refuse(field, reason, others)
        if (!reader.isBad) payeeRows.set(row.id, row)
        return row
      }
      if (!isSamePayee(before, row)) reader.refuse('payee_name', words.payeeDiffers, neededInLine)
      return before
    },
  }
}

const rowOf = (payee: ColumnMap['payees'][number]): PayeeRow => ({
  id: payee.id,
  name: payee.name,
  inn: payee.inn,
  kpp: payee.kpp ?? null,
  bank_name: payee.bank,
  bic: payee.bic,
  correspondent_account: payee.correspondent_account,
  settlement_account: payee.settlement_account,
})

const requisites = [
  'name',
  'inn',
  'kpp',
  'bank_name',
  'bic',
  'correspondent_account',
  'settlement_account',
] as const

export const isSamePayee = (one: PayeeRow, other: PayeeRow) =>
  requisites.every((name) => (one[name] ?? null) === (other[name] ?? null))

interface Mistake {
  field: PayeeField
  reason: string
  /** Fields that the value contradicts. */
  others?: PayeeField[]
}

const mistakesIn = ({ inn, kpp, bic, correspondent_account, settlement_account }: PayeeRow): Mistake[] => {
  const mistakes: Mistake[] = []
  if (!isInn(inn)) mistakes.push({ field: 'payee_inn', reason: words.inn(inn) })
  if (typeof kpp === 'string' && !isKpp(kpp)) mistakes.push({ field: 'payee_kpp', reason: words.kpp(kpp) })
  if (!isBic(bic)) mistakes.push({ field: 'payee_bic', reason: words.bic(bic) })
  if (!isCorrespondentAccount(correspondent_account, bic))
    mistakes.push({
      field: 'payee_correspondent_account',
      reason: words.correspondent(correspondent_account),
      others: ['payee_bic'],
    })
  if (!isSettlementAccount(settlement_account, bic))
    mistakes.push({
      field: 'payee_settlement_account',
      reason: words.settlement(settlement_account),
      others: ['payee_bic'],
    })
  return mistakes
}

/** The first mistake in a payee of the file of columns; undefined: there is none. */
export const mistakeOfPayee = (payee: ColumnMap['payees'][number]): string | undefined =>
  mistakesIn(rowOf(payee))[0]?.reason
