import { z } from 'zod'
import { accountNumber } from '~/server/forms/field-rules.server'

export const addAccountForm = {
  name: 'add-account',
  schema: z.object({
    account: accountNumber,
    proof: z.string().max(200, 'Слишком длинный ответ').optional(),
  }),
}
