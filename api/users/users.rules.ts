import { emailAddress } from 'api/http/field-rules'
import { isPlainName, isVisibleName, tidyName } from 'contract/customer-name'
import { longestName, passwordLength } from 'contract/limits'
import { consentVersion } from 'contract/pages'
import { charactersIn, isSamePassword } from 'contract/users'
import { normalizeEmail } from 'format/email'
import { parsePhone } from 'format/phone'
import { z } from 'zod'
import { isCommonPassword } from './common-passwords'
import { passwordIsEmail } from './users.errors'

const words = {
  noName: 'Укажите имя.',
  longName: `Имя должно быть не длиннее ${longestName} символов.`,
  nameCharacters: 'Уберите из имени служебные символы.',
  noEmail: 'Укажите адрес электронной почты.',
  email: 'Проверьте адрес: он должен быть вида name@example.ru.',
  noPhone: 'Укажите телефон или оставьте поле пустым.',
  phone: 'Проверьте телефон: +7 и ещё 10 цифр.',
  newPassword: 'Придумайте пароль.',
  shortPassword: `Пароль должен быть не короче ${passwordLength.min} символов.`,
  longPassword: `Пароль должен быть не длиннее ${passwordLength.max} символов.`,
  commonPassword: 'Такой пароль подберут одним из первых: он слишком распространён. Придумайте другой.',
  passwordIsEmail,
  confirmation: 'Повторите пароль.',
  passwordsDiffer: 'Пароли не совпадают. Введите тот же пароль ещё раз.',
  consent: 'Без согласия на обработку персональных данных зарегистрироваться нельзя.',
  password: 'Введите пароль.',
  oldPassword: 'Введите текущий пароль.',
  code: 'Введите код.',
  longCode: 'Слишком длинный код.',
  samePassword: 'Новый пароль такой же, как текущий. Придумайте другой.',
}

/** Characters of a one-time or recovery code, however it is typed. */
const longestCode = 100
const longestToken = 200

const name = z
  .string(words.noName)
  .overwrite(tidyName)
  .refine(isVisibleName, words.noName)
  .max(longestName, words.longName)
  .refine(isPlainName, words.nameCharacters)

const email = emailAddress({ missing: words.noEmail, invalid: words.email })

const phone = z
  .string(words.noPhone)
  .nullable()
  .transform((text) => text || null)
  .refine((text) => text === null || parsePhone(text) === text, words.phone)

const wrongWith = (password: string): string | undefined => {
  const length = charactersIn(password)
  if (length === 0) return words.newPassword
  if (length < passwordLength.min) return words.shortPassword
  if (length > passwordLength.max) return words.longPassword
  if (isCommonPassword(password)) return words.commonPassword
  return undefined
}

const newPassword = z.string(words.newPassword).superRefine((text, context) => {
  const wrong = wrongWith(text)
  if (wrong !== undefined) context.addIssue(wrong)
})

const typedTwice = {
  password: newPassword,
  password_confirmation: z.string(words.confirmation).min(1, words.confirmation),
}

/** For `when` of a schema: checks a rule about two fields even if other fields are invalid. */
const bothAreText = (first: string, second: string) => {
  const both = z.object({ [first]: z.string().min(1), [second]: z.string().min(1) })
  return ({ value }: z.core.ParsePayload) => both.safeParse(value).success
}

const sameTwice = {
  path: ['password_confirmation'],
  error: words.passwordsDiffer,
  when: bothAreText('password', 'password_confirmation'),
}
const isSameTwice = (form: { password: string; password_confirmation: string }) =>
  isSamePassword(form.password, form.password_confirmation)

const isNot = (password: string, address: string) => password.trim().toLowerCase() !== address.toLowerCase()

export const registrationRules = z
  .object({
    name,
    email,
    phone,
    ...typedTwice,
    consent: z.literal(true, words.consent),
    consentVersion: consentVersion.optional(),
  })
  .refine(isSameTwice, sameTwice)
  .refine((form) => isNot(form.password, form.email), {
    path: ['password'],
    error: words.passwordIsEmail,
    when: bothAreText('password', 'email'),
  })

/** The form of the address is not checked: an invalid address is answered like an unknown one. */
export const loginRules = z.object({
  email: z
    .string(words.noEmail)
    .trim()
    .min(1, words.noEmail)
    .transform((text) => normalizeEmail(text) ?? text),
  password: z.string(words.password).min(1, words.password),
})

/** Somebody who is signed in types the password again. */
export const passwordRules = z.object({ password: z.string(words.password).min(1, words.password) })
const code = z
  .string(words.code)
  .max(longestCode, words.longCode)
  .refine((text) => text.trim() !== '', words.code)
export const codeRules = z.object({ code })
export const secondStepOffRules = passwordRules.extend({ code })
export const loginSecondStepRules = z.object({
  token: z.string().max(longestToken),
  code,
  rememberDevice: z.boolean().default(false),
})

/** What an operator types of a new customer. */
export const newCustomerRules = z.object({ name, email, phone })

export const emailRules = z.object({ email })
export const profileRules = z.object({ name, phone })
export const newPasswordRules = z.object(typedTwice).refine(isSameTwice, sameTwice)
export const changePasswordRules = z
  .object({
    password_old: z.string(words.oldPassword).min(1, words.oldPassword),
    ...typedTwice,
  })
  .refine(isSameTwice, sameTwice)
  .refine((form) => !isSamePassword(form.password, form.password_old), {
    path: ['password'],
    error: words.samePassword,
    when: bothAreText('password', 'password_old'),
  })

export type Registration = z.output<typeof registrationRules>

/** Whether a password may be used with this address. */
export const passwordSuits = isNot

/** The key of an address: in lower case, so that spelling does not matter. */
export const emailKey = (address: string) => address.toLowerCase()
