import { z } from 'zod'
import { extension } from './extension'
import { accountNumber, identifier } from './identifiers'
import { kopecks } from './money'
import { payment } from './payments'
import { day, period } from './time'

/** What the holder of a grant may do with the account. */
const accountAccess = z.object({
  owner: z.boolean(),
  readings: z.boolean(),
  pay: z.boolean(),
  /** Its id, for the one who has it. */
  grant: identifier.nullish(),
  /** Masked. */
  from: z.string().nullish(),
  until: day.nullish(),
})

export const account = z.object({
  account: accountNumber,
  /** The customer's own name for it, or else the company's. */
  title: z.string().nullish(),
  /** The company's own title, null for none; left out unless the customer has another name for the account. */
  companyTitle: extension(z.string()),
  address: z.string().nullish(),
  /** Masked by the API: the full name is never sent. */
  payer: z.string().nullish(),
  balance: kopecks,
  isDefault: z.boolean(),
  lastInvoice: z.object({ period, total: kopecks, dueAt: day }).nullish(),
  /** Left out: the customer is an owner. */
  access: extension(accountAccess),
  /** Why it can't be paid on the site, in words for its customer; left out where it can. */
  unpayable: extension(z.string()),
  /** The customer's own pending payments of the account, newest first; left out where there are none. */
  pendingPayments: extension(z.array(payment)),
})
export type Account = z.output<typeof account>

export const accountAnswer = z.object({ data: account })
export const accountsAnswer = z.object({ data: z.array(account) })
/** Without a default account: null, or an empty text. */
const noAccount = z.literal('').transform(() => null)
export const defaultAccountAnswer = z.object({ account: z.union([accountNumber, noAccount]).nullable() })
/** Null or empty: the company's own title again. */
export const accountTitleBody = z.object({ title: z.string().nullable() })
export const addAccountBody = z.object({ account: accountNumber, proof: z.string().optional() })
