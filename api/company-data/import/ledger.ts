/** An entry of an account's ledger. */
interface LedgerEntry {
  kind: string
  amount: number
  at: string
}

/** An account's ledger and its newest invoice, as they are while a file is imported. */
export interface Ledger {
  entries: LedgerEntry[]
  /** Null if the account has no invoice. */
  newest: { period: string; issuedAt: string } | null
}

const isOfPayers = ({ kind }: LedgerEntry) => kind === 'payment' || kind === 'refund'

const sum = (entries: readonly LedgerEntry[]) => entries.reduce((total, { amount }) => total + amount, 0)

/** The moment of the newest opening balance; null: there is none. */
export const openedAt = ({ entries }: Ledger): string | null =>
  entries.reduce<string | null>(
    (newest, { kind, at }) => (kind === 'opening' && (newest === null || at > newest) ? at : newest),
    null,
  )

/** An entry of the issue day also belongs to an earlier invoice: months are imported in order. */
const isChargedBefore = (issuedTo: string) => (entry: LedgerEntry) =>
  !isOfPayers(entry) && entry.at < issuedTo

/**
 * Returns the least and the most that the opening balance of an invoice may be. The issuer may have closed the books
 * before the newest payments: some or all payments since the previous invoice may be missing.
 */
export const possibleOpenings = (
  { entries }: Ledger,
  { issuedTo, before }: { issuedTo: string; before: string },
): { least: number; most: number } => {
  const charged = sum(entries.filter(isChargedBefore(issuedTo)))
  const paid = entries.filter((entry) => isOfPayers(entry) && entry.at < issuedTo)
  const earlier = sum(paid.filter(({ at }) => at < before))
  const late = paid.filter(({ at }) => at >= before)
  const received = sum(late.filter(({ amount }) => amount < 0))
  const refunded = sum(late.filter(({ amount }) => amount > 0))
  return { least: charged + earlier + received, most: charged + earlier + refunded }
}

/** The balance of the ledger when an invoice was issued. `issuedTo` is the end of the day of `moment`. */
export const owedBefore = (
  { entries }: Ledger,
  { moment, issuedTo }: { moment: string; issuedTo: string },
): number =>
  sum(entries.filter(isChargedBefore(issuedTo))) +
  sum(entries.filter((entry) => isOfPayers(entry) && entry.at < moment))
