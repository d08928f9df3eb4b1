import { charactersIn, passwordLength } from 'contract/password'
import { normalizeAccountNumber } from 'format/account-number'
import { normalizeEmail } from 'format/email'
import { parsePhone } from 'format/phone'
import { z } from 'zod'

/** The rules of the fields that several forms share. What is typed is accepted as people type it. */

// The browsers' own rule, which lets domains in other scripts through, and a dot in the domain.
const emailShape = z.email({ pattern: z.regexes.html5Email }).regex(/@.+\../)

export const email = z.string({ error: 'Введите адрес электронной почты' }).transform((typed, check) => {
  const address = normalizeEmail(typed)
  if (address && address.length <= 254 && emailShape.safeParse(address).success) return address
  check.addIssue({ code: 'custom', message: 'Проверьте адрес: он должен быть похож на anna@example.ru' })
  return z.NEVER
})

export const name = z
  .string({ error: 'Введите имя' })
  .trim()
  .min(1, 'Введите имя')
  .max(100, 'Имя не должно быть длиннее 100 знаков')
  .refine((text) => !/\p{Cc}/u.test(text), 'Введите имя без особых знаков')

/** Null when left empty. */
export const phone = z
  .string()
  .optional()
  .transform((typed, check) => {
    if (!typed?.trim()) return null
    const number = parsePhone(typed)
    if (number) return number
    check.addIssue({ code: 'custom', message: 'Проверьте номер: он должен быть похож на +7 999 123-45-67' })
    return z.NEVER
  })

/** Of a password that another system may have taken; this one's are shorter. */
const LONGEST_PASSWORD = 1_000

/** A password that exists already: only whether it was typed is judged. */
export const existingPassword = (whenMissing: string) =>
  z.string({ error: whenMissing }).max(LONGEST_PASSWORD, 'Слишком длинный пароль')

export const newPassword = z
  .string({ error: 'Придумайте пароль' })
  .refine((text) => charactersIn(text) >= passwordLength.min, 'В пароле должно быть не меньше 8 знаков')
  .refine((text) => charactersIn(text) <= passwordLength.max, 'В пароле должно быть не больше 128 знаков')

export const passwordPair = {
  password: newPassword,
  password_confirmation: z.string({ error: 'Введите пароль ещё раз' }),
}

const pair = z.object(passwordPair)

/** The second password has to be the first one once more; said even while other fields are wrong. */
export const withMatchingPasswords = <Form extends z.ZodType<z.output<typeof pair>>>(form: Form) =>
  form.refine(({ password, password_confirmation }) => password === password_confirmation, {
    path: ['password_confirmation'],
    error: 'Пароли не совпадают',
    when: ({ value }) => pair.safeParse(value).success,
  })

const sayWhere = 'Введите номер лицевого счёта: он напечатан в квитанции'
const tooLong = 'Слишком длинный номер. Сверьте его с квитанцией'

/** The number of a personal account as people type or paste it. */
export const accountNumber = z
  .string({ error: sayWhere })
  .max(200, tooLong)
  .transform(normalizeAccountNumber)
  .pipe(z.string().min(1, sayWhere).max(64, tooLong))
