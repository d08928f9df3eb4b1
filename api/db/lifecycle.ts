/** What happens to a table's rows: how they are cleaned, what a customer's copy shows, what the erasure does. */
export interface TableLifecycle<Column extends string = string> {
  retention: Retention<Column>
  copy: Copy<Column>
  erasure: Erasure<Column>
}

/** A lifecycle for each table. */
export type Lifecycles<Tables> = {
  readonly [Name in keyof Tables]: TableLifecycle<keyof Tables[Name] & string>
}

/** How old rows are removed from a table. */
type Retention<Column extends string> =
  /** By law, or as the books of the company. */
  | 'for good'
  | 'with its customer'
  /** Deleted every hour by `api/forget-expired.step.ts`, this long after the moment in the column. `key`: the primary key. */
  | { deletedAfterMs: number; since: Column; key: Column }
  /** Deleted every hour by code of `api/forget-expired.step.ts`. */
  | 'every hour'
  /** Deleted by `api/mail/outbox-relay.step.ts` 30 days after the letter was sent or given up. */
  | 'by the outbox'
  /** A row is deleted when it is done. */
  | 'a queue'
  /** The test bank's own, which no real money needs. */
  | 'the test bank'
  | 'does not grow'

/** What the copy of a customer's data shows of a table. */
type Copy<Column extends string> =
  /** The reason why it shows nothing. */
  | { nothing: string }
  | ('user_id' extends Column ? CopiedRows<Column> : never)
  /** Shown by code in `api/my-data/export*.ts`. */
  | { code: SectionByCode; hidden?: Hidden<Column> }

/** Rows whose `user_id` is the customer: `api/my-data/copied-rows.repository.ts` shows them in a section of the copy. */
export interface CopiedRows<Column extends string> {
  section: string
  /** Where several tables share a section: the name of these rows, or of the only row; `spread`: no name for the only row. */
  within?: { rows: string } | { row: string } | 'spread'
  /** Named one by one: a new column is not in the copy until somebody has decided that it may be. */
  columns: readonly (Column | `${Column} as ${string}`)[]
  /** Flags among the columns: shown as true or false. */
  flags?: readonly Column[]
  order: readonly (Column | `${Column} desc`)[]
  hidden?: Hidden<Column>
}

/** Columns that the copy does not show, each with the reason. */
type Hidden<Column extends string> = { readonly [Name in Column]?: string }

export type SectionByCode =
  | 'profile'
  | 'changes'
  | 'mailedLinks'
  | 'letterRequests'
  | 'letters'
  | 'limits'
  | 'accounts'
  | 'accountGrants'
  | 'invoices'
  | 'ledger'
  | 'meters'
  | 'readingReceipts'
  | 'readings'
  | 'payments'
  | 'autopaymentRuns'

/** What the erasure of a customer does to a table, the last created table first. */
type Erasure<Column extends string> =
  /** Deletes the rows in which this column has the customer's id. */
  | { deletedBy: Column; countedAs: ErasedCategory }
  /** Deleted by code in `api/my-data/erasure.repository.ts`. */
  | { code: ErasureByCode; countedAs: ErasedCategory }
  /** Deleted by a foreign key (`on delete cascade`) together with the row that it refers to. */
  | 'with its parent'
  /** The reason why rows stay, and the columns that code empties, so that nothing of the person is left. */
  | { stays: string; without?: readonly Column[]; countedAs?: ErasedCategory }

/** A category of records that the log of destruction counts. */
interface ErasedCategory {
  /** Stored in the log. */
  key: string
  /** For the extract that the operator shows to the supervisor. */
  words: string
}

export type ErasureByCode =
  | 'registrationAttempts'
  | 'mailRequests'
  | 'outbox'
  | 'accountGrants'
  | 'autopaymentRuns'

/** Shared reasons why the copy of a customer's data hides a column, or the erasure leaves a table. */
export const forgeable = 'a hash that helps to forge what it is the hash of'
export const accounting = 'accounting keeps it for five years (402-FZ, article 29; 54-FZ)'
export const register = "the company's register, kept whether or not a customer has added the account"
