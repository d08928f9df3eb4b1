import { isPlainName, isVisibleName, tidyName } from 'contract/customer-name'
import { longestAccountNumber, longestName, longestTypedAccountNumber, passwordLength } from 'contract/limits'
import type { PaymentKind } from 'contract/payments'
import { charactersIn, isSamePassword } from 'contract/users'
import { normalizeAccountNumber } from 'format/account'
import { normalizeEmail } from 'format/email'
import { withoutInvisibleSigns } from 'format/invisible-signs'
import { parsePhone } from 'format/phone'
import { z } from 'zod'

export const email = z.string({ error: 'Введите адрес электронной почты' }).transform((typed, check) => {
  const address = normalizeEmail(typed)
  if (address !== null) return address
  check.addIssue({ code: 'custom', message: 'Проверьте адрес: он должен быть похож на anna@example.ru' })
  return z.NEVER
})

export const name = z
  .string({ error: 'Введите имя' })
  .overwrite(tidyName)
  .refine(isVisibleName, 'Введите имя')
  .max(longestName, `Имя не должно быть длиннее ${longestName} знаков`)
  .refine(isPlainName, 'Введите имя без особых знаков')

/** Null when left empty. */
export const phone = z
  .string()
  .optional()
  .transform((typed, check) => {
    if (!typed || !withoutInvisibleSigns(typed).trim()) return null
    const number = parsePhone(typed)
    if (number) return number
    check.addIssue({
      code: 'custom',
      message: 'Проверьте номер: он должен быть похож на +7\u00a0999\u00a0123-45-67',
    })
    return z.NEVER
  })

/** Passwords of an older system may be longer than new ones. */
const MAX_EXISTING_PASSWORD_LENGTH = 1_000

/** An existing password: only required, because its own rules may be older. */
export const existingPassword = (whenMissing: string) =>
  z.string({ error: whenMissing }).max(MAX_EXISTING_PASSWORD_LENGTH, 'Слишком длинный пароль')

/** Whether a box is ticked: browsers send `on`, other clients the payload's `true`. */
export const checkbox = z
  .string()
  .optional()
  .transform((sent) => sent === 'on' || sent === 'true')

/** A field that does not count now: neither validated nor sent. */
export const ignoredField = z
  .unknown()
  .optional()
  .transform(() => undefined)

/** A consent that has to be given. */
export const requiredConsent = (whenMissing: string) => checkbox.pipe(z.literal(true, { error: whenMissing }))

/** A one-time or recovery code, typed with or without spaces. */
export const code = z
  .string({ error: 'Введите код' })
  .max(200, 'Слишком длинный код')
  .transform((typed) => withoutInvisibleSigns(typed).replace(/\s/g, ''))
  .refine((typed) => typed !== '', 'Введите код')

export const newPassword = z
  .string({ error: 'Придумайте пароль' })
  .refine(
    (text) => charactersIn(text) >= passwordLength.min,
    `В пароле должно быть не меньше ${passwordLength.min} знаков`,
  )
  .refine(
    (text) => charactersIn(text) <= passwordLength.max,
    `В пароле должно быть не больше ${passwordLength.max} знаков`,
  )

export const passwordPair = {
  password: newPassword,
  password_confirmation: z.string({ error: 'Введите пароль ещё раз' }),
}

const pair = z.object(passwordPair)

/** Requires both passwords to be equal, also while other fields are wrong. */
export const withMatchingPasswords = <Form extends z.ZodType<z.output<typeof pair>>>(form: Form) =>
  form.refine(({ password, password_confirmation }) => isSamePassword(password, password_confirmation), {
    path: ['password_confirmation'],
    error: 'Пароли не совпадают',
    when: ({ value }) => pair.safeParse(value).success,
  })

const missingAccount = 'Введите номер лицевого счёта: он напечатан в квитанции'
const tooLongAccount = 'Слишком длинный номер. Сверьте его с квитанцией'

/** An account number as people type or paste it. */
export const accountNumber = z
  .string({ error: missingAccount })
  .max(longestTypedAccountNumber, tooLongAccount)
  .transform(normalizeAccountNumber)
  .pipe(z.string({ error: missingAccount }).min(1, missingAccount).max(longestAccountNumber, tooLongAccount))

/**
 * Characters of an id or an account's number that comes back to the portal from its own forms and links. The product API
 * chose it, and answers may have any; no known system comes near this.
 */
export const LONGEST_RETURNED_ID = 1_000

/** The field `kind` of a payment form; ignored where there is nothing to choose, as with a saved method. */
export const kindField = (kinds: readonly PaymentKind[]) =>
  kinds.length === 0 ? ignoredField : z.enum(kinds, { error: 'Выберите, чем платить' })
