import { normalizeAccountNumber } from 'format/account-number'
import { z } from 'zod'

const sayWhere = 'Введите номер лицевого счёта: он напечатан в квитанции'
const tooLong = 'Слишком длинный номер. Сверьте его с квитанцией'

/** The number of a personal account as people type or paste it. */
export const accountNumber = z
  .string({ error: sayWhere })
  .max(200, tooLong)
  .transform(normalizeAccountNumber)
  .pipe(z.string().min(1, sayWhere).max(64, tooLong))
