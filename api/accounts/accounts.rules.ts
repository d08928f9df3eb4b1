import { typedAccountNumber } from 'api/http/field-rules'
import { isShortAccountTitle, isUsableAccountTitle, tidyAccountTitle } from 'contract/account-title'
import { accountTitleBody, addAccountBody } from 'contract/accounts'
import { longestAccountTitle, longestProof } from 'contract/limits'
import { z } from 'zod'

const words = {
  account: 'Введите номер лицевого счёта.',
  longAccount: 'Слишком длинный номер.',
  longProof: 'Слишком длинный ответ.',
  noTitle: 'Введите название.',
  longTitle: `Название не длиннее ${longestAccountTitle} знаков.`,
  titleCharacters: 'Введите название без особых знаков.',
}

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
