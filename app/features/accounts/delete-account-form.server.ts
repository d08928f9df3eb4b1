import { defineForm } from '~/server/forms/form-definition.server'
import { accountOf } from './account-of.server'

export const deleteAccountForm = defineForm({
  name: 'delete-account',
  schema: accountOf('Выберите счёт, который нужно удалить.'),
})
