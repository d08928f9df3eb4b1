import { accountOf } from './account-of.server'

export const setDefaultForm = {
  name: 'set-default',
  schema: accountOf('Выберите счёт, который станет основным.'),
}
