import type { Queries } from 'api/db/database'
import { z } from 'zod'

/** What is erased with a customer, and how many records of it there were. */
export const erasedCategories = [
  'profile',
  'sessions',
  'devices',
  'secondStep',
  'mailedLinks',
  /** With the registrations of the address. */
  'letterRequests',
  'letters',
  'addedAccounts',
  'accountGrants',
  'changes',
  'readingReminders',
  'invoiceLetters',
  'calendarLinks',
  'savedCards',
  'autopayments',
  'autopaymentRuns',
  /** Payments stay; their payer and the card's last digits are erased. */
  'payersOfPayments',
] as const
export const erasedCounts = z.partialRecord(z.enum(erasedCategories), z.int())
export type ErasedCounts = z.output<typeof erasedCounts>

/** Customers whose time to undo is over, the longest due first. */
export const findCustomersToErase = async (db: Queries, now: string, most: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('erase_at', '<=', now)
    .orderBy('erase_at')
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** Of a payment's request what is erased; the rest stays as it is. */
const requestToForget = z.looseObject({ email: z.string(), savedMethod: z.string().nullable() })

export interface Payer {
  id: string
  /** See `findAddressesOf`. */
  addresses: readonly string[]
}

export interface PaymentToForget {
  id: string
  /** Null, like the request: the payment has no intent. */
  gateway: string | null
  request: z.output<typeof requestToForget> | null
}

interface Page {
  after: string
  most: number
}

/** The customer's payments in the order of their ids. */
export const findPaymentsOf = (db: Queries, { id }: Payer, { after, most }: Page) =>
  db
    .selectFrom('payments')
    .leftJoin('payment_intents', 'payment_intents.payment_id', 'payments.id')
    .select(['payments.id', 'payment_intents.gateway', 'payment_intents.request'])
    .where('payments.user_id', '=', id)
    .where('payments.id', '>', after)
    .orderBy('payments.id')
    .limit(most)
    .execute()
    .then(opened)

/** Payments that were made without signing in, with an e-mail of the customer for the receipt. */
export const findGuestPaymentsOf = (db: Queries, { addresses }: Payer, { after, most }: Page) =>
  db
    .selectFrom('payment_intents')
    .select(['payment_id as id', 'gateway', 'request'])
    .where('guest_email', 'in', addresses)
    .where('payment_id', '>', after)
    .orderBy('payment_id')
    .limit(most)
    .execute()
    .then(opened)

const opened = (rows: { id: string; gateway: string | null; request: string | null }[]): PaymentToForget[] =>
  rows.map(({ id, gateway, request }) => ({
    id,
    gateway,
    request: request === null ? null : requestToForget.parse(JSON.parse(request)),
  }))

/** Stands for the gateway's id of a card. Not null, as a payment without one is paid on the gateway's page. */
const erasedCard = 'erased'

/** Leaves of the payment what the law keeps: the money, the account, the receipt. */
export const forgetPayer = async (trx: Queries, { id, request }: PaymentToForget) => {
  await trx.updateTable('payments').set({ user_id: null, method_title: null }).where('id', '=', id).execute()
  if (!request) return
  const left: typeof request = {
    ...request,
    email: '',
    savedMethod: request.savedMethod === null ? null : erasedCard,
  }
  await trx
    .updateTable('payment_intents')
    .set({ request: JSON.stringify(left), sent_body: null, guest_email: null })
    .where('payment_id', '=', id)
    .execute()
}

/** Empties the bodies of refund requests that are over and whose payers were erased; returns how many. */
export const forgetRefundBodies = async (db: Queries): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('refund_requests')
    .set({ body: '' })
    .where('body', '!=', '')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('refund_request_states')
        .select('request_id')
        .where('state', 'in', ['accepted', 'refused']),
    )
    // For each request its payment, instead of reading all payments without a customer.
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('payments')
          .innerJoin('payment_intents', 'payment_intents.payment_id', 'payments.id')
          .select('payments.id')
          .whereRef('payments.id', '=', 'refund_requests.payment_id')
          .where('payments.user_id', 'is', null)
          .where('payment_intents.guest_email', 'is', null),
      ),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Deletes all that belongs to the customer alone, the payments excepted. Returns how much it was. */
export const deleteCustomer = async (trx: Queries, { id, addresses }: Payer): Promise<ErasedCounts> => {
  const deleted = async (query: { executeTakeFirst(): Promise<{ numDeletedRows: bigint }> }) =>
    Number((await query.executeTakeFirst()).numDeletedRows)
  const runs = await deleted(
    trx
      .deleteFrom('autopayment_runs')
      .where('autopayment_id', 'in', (eb) =>
        eb.selectFrom('autopayments').select('autopayments.id').where('user_id', '=', id),
      ),
  )
  const secondStep = [
    trx.deleteFrom('second_step_logins').where('user_id', '=', id),
    trx.deleteFrom('recovery_codes').where('user_id', '=', id),
    trx.deleteFrom('second_steps').where('user_id', '=', id),
  ]
  let ofSecondStep = 0
  for (const query of secondStep) ofSecondStep += await deleted(query)
  return {
    secondStep: ofSecondStep,
    sessions: await deleted(trx.deleteFrom('sessions').where('user_id', '=', id)),
    devices: await deleted(trx.deleteFrom('known_devices').where('user_id', '=', id)),
    mailedLinks: await deleted(trx.deleteFrom('mailed_tokens').where('user_id', '=', id)),
    letterRequests:
      (await deleted(
        trx
          .deleteFrom('mail_requests')
          .where((eb) => eb.or([eb('user_id', '=', id), eb(eb.fn('lower', ['email']), 'in', addresses)])),
      )) +
      (await deleted(trx.deleteFrom('registration_attempts').where('email_normalized', 'in', addresses))),
    letters: await deleted(
      trx.deleteFrom('outbox').where((eb) =>
        eb.or([
          eb('user_id', '=', id),
          // Letters about payments without signing in.
          eb.and([eb('user_id', 'is', null), eb(eb.fn('lower', ['recipient']), 'in', addresses)]),
        ]),
      ),
    ),
    // Rows that the erasure itself causes go with the customer.
    changes: await deleted(trx.deleteFrom('customer_changes').where('user_id', '=', id)),
    readingReminders:
      (await deleted(trx.deleteFrom('reading_reminders').where('user_id', '=', id))) +
      (await deleted(trx.deleteFrom('reminder_links').where('user_id', '=', id))),
    invoiceLetters:
      (await deleted(trx.deleteFrom('invoice_letters').where('user_id', '=', id))) +
      (await deleted(trx.deleteFrom('told_invoices').where('user_id', '=', id))),
    calendarLinks: await deleted(trx.deleteFrom('calendar_links').where('user_id', '=', id)),
    addedAccounts: await deleted(trx.deleteFrom('customer_accounts').where('user_id', '=', id)),
    accountGrants: await forgetGrants(trx, { id, addresses }),
    autopaymentRuns: runs,
    autopayments: await deleted(trx.deleteFrom('autopayments').where('user_id', '=', id)),
    savedCards: await deleted(trx.deleteFrom('payment_methods').where('user_id', '=', id)),
    profile: await deleted(trx.deleteFrom('users').where('id', '=', id)),
  }
}

/**
 * Deletes what the customer was allowed by others. Of what they have allowed to others, and of invitations to their
 * addresses, only the person is erased. Returns how many it were.
 */
const forgetGrants = async (trx: Queries, { id, addresses }: Payer): Promise<number> => {
  const held = await trx.deleteFrom('account_grants').where('user_id', '=', id).executeTakeFirst()
  const made = await trx
    .updateTable('account_grants')
    .set({ invited_by: null, label: null })
    .where('invited_by', '=', id)
    .executeTakeFirst()
  const invited = await trx
    .updateTable('account_grants')
    .set({ email: null, email_normalized: null, label: null })
    .where('email_normalized', 'in', addresses)
    .executeTakeFirst()
  return Number(held.numDeletedRows + made.numUpdatedRows + invited.numUpdatedRows)
}
