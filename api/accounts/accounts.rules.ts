import { typedAccountNumber } from 'api/http/field-rules'
import { isShortAccountTitle, isUsableAccountTitle, tidyAccountTitle } from 'contract/account-title'
import { accountTitleBody, addAccountBody } from 'contract/accounts'
import { longestProof } from 'contract/limits'
import { z } from 'zod'
import { fieldWords as words } from './accounts.words'

export const addAccountRules = addAccountBody.extend({
  account: typedAccountNumber({ missing: words.account, tooLong: words.longAccount }),
  proof: z.string().max(longestProof, words.longProof).optional(),
})

export const accountTitleRules = accountTitleBody.extend({
  title: z
    .string(words.noTitle)
    .nullable()
    .transform((typed) => tidyAccountTitle(typed ?? ''))
    .refine(isShortAccountTitle, words.longTitle)
    .refine(isUsableAccountTitle, words.titleCharacters)
    .transform((title) => title || null),
})
