import { z } from 'zod'
import { extension } from './features'
import { accountNumber, identifier, typedAccountNumber } from './identifiers'
import { longestAccountTitle, longestProof } from './limits'
import { kopecks } from './money'
import { payment } from './payments'
import { day, period } from './time'
import { tidyName } from './users'

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
/** A control character, a line break, half a character, or a format character other than the two joiners. */
const unusable = /(?!\u200c|\u200d)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

/**
 * The customer's own name for an account as it is kept: without line breaks, control characters, invisible signs and spaces
 * around it. Empty for none.
 */
const tidyAccountTitle = (typed: string): string => tidyName(typed.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ''))

/** Whether a tidy title has at most the number of characters that one may have: code points, so that an emoji is one. */
export const isShortAccountTitle = (title: string): boolean => [...title].length <= longestAccountTitle

/** Whether a tidy title is empty, or one line that shows something: a letter, a figure, a sign, an emoji. */
const isUsableAccountTitle = (title: string): boolean =>
  title === '' ||
  (!unusable.test(title) && /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{P}\p{S}]/u.test(title))

/** Null or empty: the company's own title again. */
export const accountTitleBody = z.object({
  title: z
    .string('Введите название')
    .nullable()
    .transform((typed) => tidyAccountTitle(typed ?? ''))
    .refine(isShortAccountTitle, `Название не должно быть длиннее ${longestAccountTitle} знаков`)
    .refine(isUsableAccountTitle, 'Введите название без особых знаков')
    .transform((title) => title || null),
})
export const addAccountBody = z.object({
  account: typedAccountNumber,
  proof: z.string().max(longestProof, 'Слишком длинный ответ').optional(),
})
