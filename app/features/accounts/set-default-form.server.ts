import { defineForm } from '~/server/forms/form-definition.server'
import { accountOf } from './account-of.server'

export const setDefaultForm = defineForm({
  name: 'set-default',
  schema: accountOf('Выберите счёт, который станет основным.'),
})
