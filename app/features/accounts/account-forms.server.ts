import { isShortAccountTitle, isUsableAccountTitle, tidyAccountTitle } from 'contract/account-title'
import { longestAccountTitle, longestProof } from 'contract/limits'
import { z } from 'zod'
import { accountNumber, LONGEST_RETURNED_ID } from '~/server/forms/field-rules.server'
import { defineForm } from '~/server/forms/form-definition.server'

/**
 * The account in a button's hidden field. The customer does not type it, so its error is one of the whole form: there
 * is no field to link to.
 */
const hiddenAccount = (missing: string) =>
  z
    .object({ account: z.string().max(LONGEST_RETURNED_ID).catch('') })
    .refine(({ account }) => account !== '', missing)

export const addAccountForm = defineForm({
  name: 'add-account',
  schema: z.object({
    account: accountNumber,
    proof: z.string().max(longestProof, 'Слишком длинный ответ').optional(),
  }),
})

export const deleteAccountForm = defineForm({
  name: 'delete-account',
  schema: hiddenAccount('Выберите лицевой счёт, который нужно удалить.'),
})

export const accountTitleForm = defineForm({
  name: 'account-title',
  schema: z
    .object({
      account: z.string().max(LONGEST_RETURNED_ID).catch(''),
      title: z
        .string()
        .optional()
        .transform((typed) => tidyAccountTitle(typed ?? ''))
        .refine(isShortAccountTitle, `Название не должно быть длиннее ${longestAccountTitle} знаков`)
        .refine(isUsableAccountTitle, 'Введите название без особых знаков'),
    })
    .refine(({ account }) => account !== '', 'Выберите лицевой счёт, который нужно назвать.'),
})

/** A title of the company's that is too long for one's own would be refused unchanged. */
export const prefillOfTitle = (title: string | null | undefined) => {
  const tidy = title?.trim() ?? ''
  return isShortAccountTitle(tidy) ? tidy : ''
}

export const setDefaultForm = defineForm({
  name: 'set-default',
  schema: hiddenAccount('Выберите лицевой счёт, который станет основным.'),
})
