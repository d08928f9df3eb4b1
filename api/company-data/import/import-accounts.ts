import { isAccessCode, registeredProof, searchText } from 'api/accounts'
import type { Queries } from 'api/db/database'
import { findChangedPayers } from './changed-payers'
import type { FieldReader } from './field-reader'
import { firstOfEach } from './first-of-each'
import { lineWords as words } from './import.words'
import { defineKind, type ImportContext } from './import-kind'
import { payeeFields, payeesOf } from './payee-fields'
import { type AccountRow, findAccounts, type PayeeRow, storeAccounts } from './register.repository'
import { payeeWriter } from './write-payees'

const fields = {
  account: 'required',
  address: 'required',
  payer: 'required',
  title: 'optional',
  area: 'optional',
  residents: 'optional',
  access_code: 'optional',
  ...payeeFields,
} as const
type Field = keyof typeof fields
type Reader = FieldReader<Field>

interface AccountEntry {
  line: number
  column: string
  account: string
  title: string | null
  address: string
  payerName: string
  area: number | null
  residents: number | null
  /** Empty: an account keeps the code that it has. */
  accessCode: string
  payee: PayeeRow
  payeeColumn: string
}

const readAccount = (reader: Reader, payees: ReturnType<typeof payeesOf>): AccountEntry | undefined => {
  const accessCode = reader.optionalText('access_code')
  if (accessCode !== '' && !isAccessCode(accessCode)) reader.refuse('access_code', words.code(accessCode))
  const entry = {
    line: reader.line,
    column: reader.title('account'),
    account: reader.account('account'),
    title: reader.optionalText('title') || null,
    address: reader.text('address'),
    payerName: reader.text('payer'),
    area: reader.optionalNumber('area'),
    residents: reader.optionalWholeNumber('residents'),
    accessCode,
    payeeColumn: reader.title('payee'),
  }
  const payee = payees.read(reader)
  return reader.isBad || !payee ? undefined : { ...entry, payee }
}

const rowOf = (entry: AccountEntry, before: AccountRow | undefined): AccountRow => {
  const { account, title, address, payerName, area, residents, accessCode, payee } = entry
  const proof =
    accessCode === ''
      ? { proof_kind: before?.proof_kind ?? null, proof_answer_hash: before?.proof_answer_hash ?? '' }
      : registeredProof(account, { kind: 'access_code', answer: accessCode })
  return {
    account,
    title,
    address,
    payer_name: payerName,
    area,
    residents,
    search_text: searchText(account, title, address),
    ...proof,
    payee_id: payee.id,
  }
}

const isSame = (one: AccountRow, other: AccountRow) =>
  one.title === other.title &&
  one.address === other.address &&
  one.payer_name === other.payer_name &&
  one.area === other.area &&
  one.residents === other.residents &&
  one.search_text === other.search_text &&
  one.proof_kind === other.proof_kind &&
  one.proof_answer_hash === other.proof_answer_hash &&
  one.payee_id === other.payee_id

const writerOf = (context: ImportContext) => {
  const { bad, changedPayers } = context
  const writePayees = payeeWriter(context)
  return async (trx: Queries, entries: readonly AccountEntry[]) => {
    const first = await firstOfEach(
      trx,
      entries,
      ({ account }) => account,
      ({ line, column }) => bad.add({ line, column, reason: words.twice }),
    )
    await writePayees(trx, first)
    const known = await findAccounts(
      trx,
      first.map(({ account }) => account),
    )
    const counts = { added: 0, changed: 0, same: 0, included: 0 }
    const changes = first.flatMap((entry) => {
      const before = known.get(entry.account)
      const row = rowOf(entry, before)
      if (!before) counts.added++
      else if (isSame(before, row)) counts.same++
      else counts.changed++
      return before && isSame(before, row) ? [] : [row]
    })
    changedPayers.push(...(await findChangedPayers(trx, known, changes)))
    await storeAccounts(trx, changes)
    return counts
  }
}

/** The register: accounts that are not in the file stay as they are. */
export const accountsImport = defineKind<Field, AccountEntry>({
  name: 'accounts',
  fields,
  async *entries(lines, reader, { map }) {
    const payees = payeesOf(map)
    payees.checkColumns(reader)
    for await (const line of lines) {
      reader.begin(line)
      const entry = readAccount(reader, payees)
      if (entry) yield entry
    }
  },
  writer: writerOf,
})
