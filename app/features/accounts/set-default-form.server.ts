import { defineForm } from '~/server/forms/form-definition.server'
import { hiddenAccount } from './hidden-account.server'

export const setDefaultForm = defineForm({
  name: 'set-default',
  schema: hiddenAccount('Выберите лицевой счёт, который станет основным.'),
})
