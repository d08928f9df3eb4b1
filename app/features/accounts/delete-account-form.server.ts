import { defineForm } from '~/server/forms/form-definition.server'
import { hiddenAccount } from './hidden-account.server'

export const deleteAccountForm = defineForm({
  name: 'delete-account',
  schema: hiddenAccount('Выберите лицевой счёт, который нужно удалить.'),
})
