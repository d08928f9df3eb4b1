import { addAccountBody } from 'contract/accounts'
import { normalizeAccountNumber } from 'format/account-number'
import { z } from 'zod'

// The portal sends the bare number; a caller that passes on what was typed is understood as well.
const typedNumber = z
  .string()
  .max(200, 'Слишком длинный номер.')
  .transform(normalizeAccountNumber)
  .pipe(z.string().min(1, 'Введите номер лицевого счёта.').max(64, 'Слишком длинный номер.'))

export const addAccountRules = addAccountBody.extend({
  account: typedNumber,
  proof: z.string().max(200, 'Слишком длинный ответ.').optional(),
})
