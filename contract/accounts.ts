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
  /** The id of the customer's own grant. */
  grant: identifier.nullish(),
  /** Masked. */
  from: z.string().nullish(),
  until: day.nullish(),
})

export const account = z.object({
  account: accountNumber,
  /** The customer's own name for it, or the company's. */
  title: z.string().nullish(),
  /** The company's own title, null for none; left out unless the customer has another name for the account. */
  companyTitle: extension(z.string()),
  address: z.string().nullish(),
  /** Masked by the API: the full name is never sent. */
  payer: z.string().nullish(),
  balance: kopecks,
  isDefault: z.boolean(),
  lastInvoice: z.object({ period, total: kopecks, dueAt: day }).nullish(),
  /** Left out for an owner. */
  access: extension(accountAccess),
  /** Why it can't be paid on the site, in words for the customer; left out if it can. */
  unpayable: extension(z.string()),
  /** The customer's own pending payments of the account, newest first; left out if there are none. */
  pendingPayments: extension(z.array(payment)),
})
export type Account = z.output<typeof account>

export const accountAnswer = z.object({ data: account })
export const accountsAnswer = z.object({ data: z.array(account) })

/** No default account is null or an empty text. */
const noAccount = z.literal('').transform(() => null)
export const defaultAccountAnswer = z.object({ account: z.union([accountNumber, noAccount]).nullable() })

/** A control character, a line break, half a character, or a format character except the two joiners. */
const unusableCharacter = /(?!\u200c|\u200d)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

/**
 * The customer's own name for an account as it is stored: without line breaks, control characters, invisible characters
 * and surrounding spaces. Empty for none.
 */
const tidyAccountTitle = (typed: string): string => tidyName(typed.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ''))

/** Whether a tidy title is within the limit, in code points. */
export const isShortAccountTitle = (title: string): boolean => [...title].length <= longestAccountTitle

/** Whether a tidy title is empty, or one line with a visible character: a letter, a digit, a sign, an emoji. */
const isUsableAccountTitle = (title: string): boolean =>
  title === '' ||
  (!unusableCharacter.test(title) &&
    /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{P}\p{S}]/u.test(title))

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
