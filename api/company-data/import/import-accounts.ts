import { isDeepStrictEqual } from 'node:util'
import { findHolders, isAccessCode, registeredProof, searchText } from 'api/accounts'
import type { Queries } from 'api/db/database'
import type { FieldReader } from './field-reader'
import { heldWords, lineWords as words } from './import.words'
import type { ImportContext, ImportKind, Planner, Refusal } from './import-kind'
import { noCounts } from './import-result'
import { findZeroVariants } from './lost-zeros'
import { isSamePayee, payeeFields, payeesOf } from './payee-fields'
import {
  type AccountRow,
  findAccounts,
  findPayees,
  type PayeeRow,
  storeAccounts,
  storePayees,
} from './register.repository'
import type { Entry } from './staged-entries'

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

interface AccountEntry extends Entry {
  title: string | null
  address: string
  payerName: string
  area: number | null
  residents: number | null
  /** Empty: the account keeps its code. */
  accessCode: string
  payee: PayeeRow
}

const readAccount = (reader: Reader, payees: ReturnType<typeof payeesOf>): AccountEntry | undefined => {
  const accessCode = reader.optionalText('access_code')
  if (accessCode !== '' && !isAccessCode(accessCode)) reader.refuse('access_code', words.code(accessCode))
  const account = reader.account('account')
  const entry = {
    line: reader.line,
    account,
    key: account,
    title: reader.optionalText('title') || null,
    address: reader.text('address'),
    payerName: reader.text('payer'),
    area: reader.optionalNumber('area'),
    residents: reader.optionalWholeNumber('residents'),
    accessCode,
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

const plannerOf = (context: ImportContext): Planner<Field, AccountEntry> => {
  const payees = payeePlanner(context)
  const changedPayers = new Set<string>()
  return {
    changedPayees: payees.changed,
    changedPayers,
    // Customers change none of these rows.
    async lock() {},
    async plan(db, entries) {
      const { added, refusedIds } = await payees.plan(
        db,
        entries.map(({ payee }) => payee),
      )
      const refused: Refusal<Field>[] = entries
        .filter(({ payee }) => refusedIds.has(payee.id))
        .map(({ line, account, payee }) => ({
          line,
          account,
          field: 'payee',
          reason: words.otherOrganisation(payee.id),
        }))
      const storedAccounts = await findAccounts(
        db,
        entries.map(({ account }) => account),
      )
      const variants = context.confirmed
        ? new Map<string, string>()
        : await findZeroVariants(
            db,
            entries.flatMap(({ account }) => (storedAccounts.has(account) ? [] : [account])),
          )
      const counts = { ...noCounts }
      const held: Refusal<Field>[] = []
      const changes = entries.flatMap((entry) => {
        const { line, account } = entry
        const variant = variants.get(account)
        if (variant !== undefined) {
          held.push({ line, account, field: 'account', reason: heldWords.zerosLost(variant) })
          return []
        }
        const before = storedAccounts.get(account)
        const row = rowOf(entry, before)
        if (isDeepStrictEqual({ ...before }, row)) {
          counts.same++
          return []
        }
        if (before) counts.changed++
        else counts.added++
        return [row]
      })
      for (const account of await findChangedPayers(db, storedAccounts, changes)) changedPayers.add(account)
      return {
        counts,
        refused,
        held,
        async write(trx) {
          await storePayees(trx, added)
          await storeAccounts(trx, changes)
        },
      }
    },
    finish: (trx) => payees.finish(trx),
  }
}

/** The register. Accounts that are not in the file stay as they are. */
export const accountsImport: ImportKind<Field, AccountEntry> = {
  name: 'accounts',
  fields,
  repeated: { field: 'account', reason: words.twice },
  async *entries(lines, reader, { map }) {
    const payees = payeesOf(map)
    payees.checkColumns(reader)
    for await (const line of lines) {
      reader.begin(line)
      const entry = readAccount(reader, payees)
      if (entry) yield entry
    }
  },
  planner: plannerOf,
}

interface PayerOf {
  account: string
  payer_name: string
}

/**
 * Returns the accounts that customers have on their lists and that have another payer now: the customers may be former
 * owners. Names that differ only in spaces, case or punctuation are the same.
 */
const findChangedPayers = async (
  db: Queries,
  before: ReadonlyMap<string, PayerOf>,
  after: readonly PayerOf[],
): Promise<string[]> => {
  const changed = after.flatMap(({ account, payer_name: payer }) => {
    const former = before.get(account)
    return former && searchText(former.payer_name) !== searchText(payer) ? [account] : []
  })
  if (changed.length === 0) return []
  return [...new Set((await findHolders(db, changed)).map(({ account }) => account))].toSorted()
}

/**
 * Compares the payees of a file with the stored ones. Changed requisites apply to all accounts of a payee, so they are
 * written at the end, together with the log entry that names them. An id never changes its organisation: a file cannot
 * redirect the accounts of another one.
 */
const payeePlanner = ({ map }: Pick<ImportContext, 'map'>) => {
  const idsOfMap = new Set(map.payees.map(({ id }) => id))
  const changedRows = new Map<string, PayeeRow>()
  const changed = new Set<string>()

  return {
    changed,
    /** Returns the new payees, and the ids that belong to another organisation. */
    async plan(
      db: Queries,
      payees: readonly PayeeRow[],
    ): Promise<{ added: PayeeRow[]; refusedIds: ReadonlySet<string> }> {
      const byId = new Map(payees.map((payee) => [payee.id, payee]))
      const stored = await findPayees(db, [...byId.keys()])
      const refusedIds = new Set<string>()
      const added: PayeeRow[] = []
      for (const [id, payee] of byId) {
        const before = stored.get(id)
        if (!before) added.push(payee)
        else if (before.inn !== payee.inn) refusedIds.add(id)
        else if (!isSamePayee(before, payee)) {
          changedRows.set(id, payee)
          changed.add(idsOfMap.has(id) ? id : payee.inn)
        }
      }
      return { added, refusedIds }
    },
    finish: (trx: Queries) => storePayees(trx, [...changedRows.values()]),
  }
}
