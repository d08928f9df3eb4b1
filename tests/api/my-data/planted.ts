import { createHash } from 'node:crypto'
import type { Database } from 'api/db/database'
import type { Tables } from 'api/db/tables'
import { sql } from 'kysely'
import { columnsOf, type DatabaseColumn } from '../support/database-columns'

/** A value to plant instead of a marker, and how the copy shows it where that is not the value itself. */
interface Given {
  value: string | number | null
  shownAs?: string
}

interface TablePlan {
  /** Why a copy of a customer's data has nothing of it. Absent: every column is shown but those of `hidden`. */
  notInCopy?: string
  /** Columns that the copy does not show, each with the reason. */
  hidden?: Readonly<Record<string, string>>
  /** What stays of a row when its customer is erased: nothing unless given. */
  staysAfterErasure?: { because: string; but: readonly string[] }
  given?: Readonly<Record<string, Given>>
}

const marker = (table: keyof Tables, column: string) => `~${table}.${column}~`
const like = (table: keyof Tables, column: string): Given => ({ value: marker(table, column) })

export const customer = {
  id: marker('users', 'id'),
  name: marker('users', 'name'),
  email: marker('users', 'email'),
  phone: marker('users', 'phone'),
}

const user = { user_id: like('users', 'id') }
const account = { account: like('register_accounts', 'account') }
const payment = { payment_id: like('payments', 'id') }
const hash = 'a hash that helps to forge what it is the hash of'
const law = 'accounting keeps it for five years (402-FZ, article 29; 54-FZ)'
const register = "the company's register, kept whether or not a customer has added the account"
const ofAccount = 'readings of the account, without a name: its bills are made by them'
const testBank = "the test bank's own books"

/**
 * Every table, in an order in which its rows can be inserted. A new table or column fails the tests until it is answered
 * here or shown in the copy (api/my-data/export*.repository.ts) and erased (api/my-data/erasure.repository.ts).
 */
export const plans: Readonly<Record<keyof Tables, TablePlan>> = {
  users: {
    hidden: {
      email_normalized: 'the e-mail in lower case',
      password_hash: 'the password could be guessed by it',
      deletion_id: 'nobody who is being deleted can sign in',
      deletion_asked_at: 'nobody who is being deleted can sign in',
      erase_at: 'nobody who is being deleted can sign in',
    },
    given: {
      email_normalized: { value: customer.email },
      deletion_id: { value: null },
      deletion_asked_at: { value: null },
      erase_at: { value: null },
    },
  },
  sessions: { hidden: { token_hash: hash }, given: user },
  second_steps: { hidden: { secret: 'codes of the second step are made from it' }, given: user },
  recovery_codes: { hidden: { code_hash: hash }, given: user },
  second_step_logins: { hidden: { token_hash: hash }, given: user },
  mailed_tokens: { hidden: { code_hash: hash }, given: user },
  mail_requests: {
    given: {
      ...user,
      registered: {
        value: JSON.stringify({ name: marker('mail_requests', 'registered'), passwordHash: '~secret~' }),
        shownAs: marker('mail_requests', 'registered'),
      },
    },
  },
  registration_attempts: {
    notInCopy:
      'what somebody has typed with the address who may be a stranger: a hash of a password and when',
    given: { email_normalized: { value: customer.email } },
  },
  known_devices: { hidden: { device_hash: hash }, given: user },
  rate_limits: {
    hidden: { key: 'a hash; the copy names the limit' },
    given: {
      key: {
        value: createHash('sha256')
          .update(JSON.stringify(['oldPasswordPerCustomer', customer.id]))
          .digest('base64url'),
      },
    },
    staysAfterErasure: { because: 'hashes without a name, deleted within a day', but: [] },
  },
  idempotency_keys: {
    notInCopy: 'kept for a day under a hash that does not tell whose it is',
    staysAfterErasure: { because: 'deleted within a day', but: [] },
  },
  outbox: {
    hidden: {
      text: 'has links that open the account, until it is sent and emptied',
      headers: 'has the code of the link that turns reminders off, until it is sent and emptied',
      html: 'has links that open the account, until it is sent and emptied',
    },
    given: user,
  },
  payees: { notInCopy: 'organisations', staysAfterErasure: { because: 'organisations', but: [] } },
  register_accounts: {
    hidden: {
      payer_name: 'masked, as everywhere: the payer may be somebody else',
      search_text: 'number, title and address once more',
      proof_kind: 'how an account is proved: the same for all accounts',
      proof_answer_hash: hash,
      payee_id: 'an organisation',
    },
    given: { payee_id: like('payees', 'id') },
    staysAfterErasure: { because: register, but: [] },
  },
  meters: {
    given: {
      ...account,
      zones: { value: '[{"zone":"t1","title":"~meters.zones~"}]', shownAs: '~meters.zones~' },
      decimals: { value: 3, shownAs: '"decimals":3' },
    },
    staysAfterErasure: { because: register, but: [] },
  },
  reading_receipts: { given: account, staysAfterErasure: { because: ofAccount, but: [] } },
  meter_readings: {
    given: {
      ...account,
      meter_id: like('meters', 'id'),
      receipt_id: like('reading_receipts', 'id'),
      value: { value: 800_000_001, shownAs: '800000.001' },
      previous: { value: 800_000_002, shownAs: '800000.002' },
      volume: { value: 800_000_003, shownAs: '800000.003' },
      corrects: { value: 1, shownAs: '"corrects":true' },
    },
    staysAfterErasure: { because: ofAccount, but: [] },
  },
  reading_reminders: { given: user },
  reminder_links: { hidden: { code_hash: hash }, given: user },
  invoice_letters: { given: user },
  calendar_links: { hidden: { token_hash: hash }, given: user },
  customer_accounts: {
    hidden: { title_search_text: 'the title, as the search compares it' },
    given: { ...user, ...account, is_default: { value: 1, shownAs: '"isDefault":true' } },
  },
  account_grants: {
    hidden: {
      invited_by: 'told by the list it stands in',
      user_id: 'told by the list it stands in',
      email_normalized: 'the e-mail in lower case',
      code_hash: hash,
      title_search_text: 'the title, as the search compares it',
    },
    given: {
      ...user,
      ...account,
      invited_by: like('users', 'id'),
      email_normalized: { value: customer.email },
      status: { value: 'active', shownAs: '"status":"active"' },
      is_default: { value: 1, shownAs: '"isDefault":1' },
    },
  },
  invoices: {
    hidden: { parties: 'organisations, and what the register had of the account when it was issued' },
    given: {
      ...account,
      lines: { value: '["~invoices.lines~"]', shownAs: '~invoices.lines~' },
      volumes: { value: '["~invoices.volumes~"]', shownAs: '~invoices.volumes~' },
      penalty_days: { value: '["~invoices.penalty_days~"]', shownAs: '~invoices.penalty_days~' },
    },
    staysAfterErasure: { because: law, but: [] },
  },
  invoice_parts: {
    notInCopy: 'the lines of an invoice once more, by supplier and correction',
    given: { invoice_id: like('invoices', 'id') },
    staysAfterErasure: { because: law, but: [] },
  },
  told_invoices: {
    given: {
      ...user,
      invoice_id: like('invoices', 'id'),
      reminded: { value: 1, shownAs: '"reminded":true' },
    },
  },
  payments: {
    hidden: { external_id: "the number of a payment made elsewhere, which is nobody's in particular" },
    given: { ...user, ...account, refunded: { value: 700_000_001 } },
    staysAfterErasure: { because: law, but: ['user_id', 'method_title'] },
  },
  payment_daily_sums: {
    notInCopy: 'sums over all payments of an account in a day',
    given: account,
    staysAfterErasure: { because: law, but: [] },
  },
  payment_numbers: {
    notInCopy: 'numbers of payments in the files for the accountants',
    given: payment,
    staysAfterErasure: { because: law, but: [] },
  },
  refunds: { given: { ...payment, ...account }, staysAfterErasure: { because: law, but: [] } },
  ledger_entries: {
    hidden: { included_payments: 'ids of payments, whose rows are in the copy' },
    given: {
      ...payment,
      ...account,
      invoice_id: like('invoices', 'id'),
      refund_id: like('refunds', 'id'),
      // Then the whole balance is a debt of refunds.
      kind: { value: 'refund' },
    },
    staysAfterErasure: { because: law, but: [] },
  },
  account_balances: { given: account, staysAfterErasure: { because: law, but: [] } },
  payment_methods: {
    hidden: { gateway_method_id: 'money is taken by it' },
    given: user,
  },
  payment_intents: {
    hidden: {
      request_key: 'what a payment is created by at the gateway',
      body_hash: hash,
      sent_body: "the request once more, with the gateway's id of the card",
    },
    given: {
      ...payment,
      gateway: { value: 'sandbox' },
      method_id: like('payment_methods', 'id'),
      basket_id: like('payments', 'id'),
      request: {
        value: JSON.stringify({
          email: customer.email,
          period: '~payment_intents.request~',
          savedMethod: '~card~',
        }),
        shownAs: '~payment_intents.request~',
      },
    },
    staysAfterErasure: { because: law, but: ['method_id', 'sent_body', 'guest_email'] },
  },
  payment_events: { given: payment, staysAfterErasure: { because: law, but: [] } },
  gateway_webhooks: { given: payment, staysAfterErasure: { because: law, but: [] } },
  autopayments: {
    given: {
      ...user,
      ...account,
      method_id: like('payment_methods', 'id'),
      first_payment_id: like('payments', 'id'),
    },
  },
  autopayment_runs: {
    given: {
      ...payment,
      autopayment_id: like('autopayments', 'id'),
      told_over_limit: { value: 1, shownAs: '"toldOverLimit":true' },
    },
  },
  autopayment_run_lines: {
    given: {
      ...payment,
      run_id: like('autopayment_runs', 'id'),
      autopayment_id: like('autopayments', 'id'),
    },
  },
  autopayment_proofs: {
    notInCopy: 'of customers who were erased, without anything of the person',
    given: payment,
    staysAfterErasure: { because: 'a charge can be disputed for three years', but: [] },
  },
  opt_out_links: { hidden: { code_hash: hash }, given: { run_id: like('autopayment_runs', 'id') } },
  refund_checks: { given: payment, staysAfterErasure: { because: law, but: [] } },
  refund_requests: {
    hidden: { idempotency_key: 'what the refund is created by at the gateway' },
    given: payment,
    staysAfterErasure: { because: law, but: ['body'] },
  },
  refund_request_states: {
    given: {
      request_id: like('refund_requests', 'id'),
      state: { value: 'accepted' },
    },
    staysAfterErasure: { because: law, but: [] },
  },
  reconciliation_runs: {
    notInCopy: 'a comparison of all payments of a gateway',
    staysAfterErasure: { because: law, but: [] },
  },
  reconciliation_differences: {
    given: {
      ...payment,
      run_id: like('reconciliation_runs', 'id'),
      mended: { value: 1, shownAs: '"mended":true' },
    },
    staysAfterErasure: { because: law, but: [] },
  },
  sandbox_payments: {
    notInCopy: testBank,
    given: { merchant_payment: like('payments', 'id'), receipt_email: { value: customer.email } },
    staysAfterErasure: { because: testBank, but: ['receipt_email'] },
  },
  sandbox_refunds: {
    notInCopy: testBank,
    given: { payment_id: like('sandbox_payments', 'id') },
    staysAfterErasure: { because: testBank, but: [] },
  },
  sandbox_keys: { notInCopy: testBank, staysAfterErasure: { because: testBank, but: [] } },
  sandbox_cards: { notInCopy: testBank, staysAfterErasure: { because: testBank, but: [] } },
  sandbox_charges: { notInCopy: testBank, staysAfterErasure: { because: testBank, but: [] } },
  sandbox_webhooks: { notInCopy: testBank, staysAfterErasure: { because: testBank, but: [] } },
  destruction_log: {
    notInCopy: 'erasures of others, without a name',
    staysAfterErasure: { because: 'the log of destruction itself', but: [] },
  },
  operator_log: {
    notInCopy: 'what operators did, by numbers of accounts, payments and customers',
    given: { stage: { value: 'done' } },
    staysAfterErasure: {
      because: 'of the installation; the number of an erased customer leads to nobody',
      but: [],
    },
  },
  import_runs: {
    notInCopy: 'imports of whole tables, by counts and numbers of lines',
    given: { state: { value: 'ended' } },
    staysAfterErasure: { because: 'of the installation, without anything of customers', but: [] },
  },
  customer_changes: { given: { ...user, ...account } },
  consent_texts: {
    notInCopy: 'texts of the company; a consent names its version',
    staysAfterErasure: { because: 'what others have agreed to, without anything of customers', but: [] },
  },
  settings: {
    notInCopy: 'of the installation',
    staysAfterErasure: { because: 'of the installation', but: [] },
  },
}

/** Filled by a trigger on the ledger. */
const filledByDatabase: readonly string[] = ['account_balances']

export interface Planted extends DatabaseColumn {
  plan: TablePlan
  value: string | number | null
  /** What a copy that shows the column contains. */
  shown: string
}

const names = Object.keys(plans)
const isPlanned = (table: string): table is keyof Tables => table in plans

/** Plants one row in each table, all about one customer, with a value of its own in every column. */
export const plantEverything = async (database: Database): Promise<Planted[]> => {
  const columns = await columnsOf(database)
  let number = 910_000_000
  const planted = columns
    .flatMap((column): Planted[] => {
      const { table, name, type } = column
      if (!isPlanned(table)) return []
      const plan = plans[table]
      const own = type === 'text' ? marker(table, name) : ++number
      const { value, shownAs = String(value) } = plan.given?.[name] ?? { value: own }
      return [{ ...column, plan, value, shown: shownAs }]
    })
    .sort((a, b) => names.indexOf(a.table) - names.indexOf(b.table))
  await database.transaction(async (trx) => {
    for (const table of names) {
      if (filledByDatabase.includes(table)) continue
      const row = planted.filter((column) => column.table === table)
      await sql`insert into ${sql.table(table)} (${sql.join(row.map(({ name }) => sql.ref(name)))})
        values (${sql.join(row.map(({ value }) => value))})`.execute(trx)
    }
  })
  const balance = planted.find(({ table, name }) => table === 'ledger_entries' && name === 'amount')
  return planted.map((column) =>
    column.table === 'account_balances' && column.name !== 'account' && balance
      ? { ...column, value: balance.value, shown: balance.shown }
      : column,
  )
}

/** Every row of every table as text. */
export const dump = async (database: Database): Promise<Map<string, string>> => {
  const tables = [...new Set((await columnsOf(database)).map(({ table }) => table))]
  const dumped = new Map<string, string>()
  for (const table of tables) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(database.db)
    dumped.set(table, rows.map((row) => JSON.stringify(row)).join('\n'))
  }
  return dumped
}
