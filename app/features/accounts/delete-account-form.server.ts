import { accountOf } from './account-of.server'

export const deleteAccountForm = {
  name: 'delete-account',
  schema: accountOf('Выберите счёт, который нужно удалить.'),
}
