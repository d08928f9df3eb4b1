import { accountTitleBody, addAccountBody, isShortAccountTitle } from 'contract/accounts'
import { longestReturnedId } from 'contract/limits'
import { z } from 'zod'
import { defineForm } from '~/server/forms/form-definition.server'

/** The account in a button's hidden field. */
const hiddenAccount = z.object({ account: z.string().max(longestReturnedId).catch('') })

/** The customer does not type the account, so its error belongs to the whole form, not to a field. */
const withAccount = <Form extends z.ZodType<z.output<typeof hiddenAccount>>>(form: Form, missing: string) =>
  form.refine(({ account }) => account !== '', missing)

export const addAccountForm = defineForm({ name: 'add-account', schema: addAccountBody })

export const deleteAccountForm = defineForm({
  name: 'delete-account',
  schema: withAccount(hiddenAccount, 'Выберите лицевой счёт, который нужно удалить.'),
})

export const accountTitleForm = defineForm({
  name: 'account-title',
  schema: withAccount(
    hiddenAccount.extend(accountTitleBody.shape),
    'Выберите лицевой счёт, который нужно назвать.',
  ),
})

/** Empty if the company's title is longer than a customer's may be: the form would refuse it unchanged. */
export const prefillOfTitle = (title: string | null | undefined) => {
  const tidy = title?.trim() ?? ''
  return isShortAccountTitle(tidy) ? tidy : ''
}

export const setDefaultForm = defineForm({
  name: 'set-default',
  schema: withAccount(hiddenAccount, 'Выберите лицевой счёт, который станет основным.'),
})
