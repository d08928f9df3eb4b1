import { consentVersion } from 'contract/consent'
import { charactersIn, passwordLength } from 'contract/password'
import { normalizeEmail } from 'format/email'
import { parsePhone } from 'format/phone'
import { z } from 'zod'
import { isCommonPassword } from './common-passwords'

const name = z
  .string('Укажите имя.')
  .trim()
  .min(1, 'Укажите имя.')
  .max(100, 'Имя должно быть не длиннее 100 символов.')
  .regex(/^\P{Cc}*$/u, 'Уберите из имени служебные символы.')

/** As it is kept: trimmed, the domain in lower case and ASCII. */
const email = z
  .string('Укажите адрес электронной почты.')
  .trim()
  .min(1, 'Укажите адрес электронной почты.')
  .transform((text, context) => {
    const normalized = normalizeEmail(text)
    if (normalized) return normalized
    context.addIssue({ code: 'custom', message: 'Проверьте адрес: он должен быть вида name@example.ru.' })
    return z.NEVER
  })

const phone = z
  .string('Укажите телефон или оставьте поле пустым.')
  .nullable()
  .transform((text) => text || null)
  .refine((text) => text === null || parsePhone(text) === text, 'Проверьте телефон: +7 и ещё 10 цифр.')

const wrongWith = (password: string): string | undefined => {
  const length = charactersIn(password)
  if (length === 0) return 'Придумайте пароль.'
  if (length < passwordLength.min) return 'Пароль должен быть не короче 8 символов.'
  if (length > passwordLength.max) return 'Пароль должен быть не длиннее 128 символов.'
  if (isCommonPassword(password)) {
    return 'Такой пароль подберут одним из первых: он слишком распространён. Придумайте другой.'
  }
  return undefined
}

const newPassword = z.string('Придумайте пароль.').superRefine((text, context) => {
  const words = wrongWith(text)
  if (words !== undefined) context.addIssue(words)
})

const typedTwice = {
  password: newPassword,
  password_confirmation: z.string('Повторите пароль.').min(1, 'Повторите пароль.'),
}

/** For a schema's `when`: a rule about two fields is asked whatever is wrong with the others. */
const bothAreText = (first: string, second: string) => {
  const both = z.object({ [first]: z.string().min(1), [second]: z.string().min(1) })
  return ({ value }: z.core.ParsePayload) => both.safeParse(value).success
}

const sameTwice = {
  path: ['password_confirmation'],
  error: 'Пароли не совпадают. Введите тот же пароль ещё раз.',
  when: bothAreText('password', 'password_confirmation'),
}
const isSameTwice = (form: { password: string; password_confirmation: string }) =>
  form.password === form.password_confirmation

const isNot = (password: string, address: string) =>
  password.trim().toLowerCase() !== address.trim().toLowerCase()

export const passwordIsEmail = 'Пароль не должен совпадать с адресом электронной почты.'

export const registrationRules = z
  .object({
    name,
    email,
    phone,
    ...typedTwice,
    consent: z.literal(true, 'Без согласия на обработку персональных данных зарегистрироваться нельзя.'),
    consentVersion: consentVersion.optional(),
  })
  .refine(isSameTwice, sameTwice)
  .refine((form) => isNot(form.password, form.email), {
    path: ['password'],
    error: passwordIsEmail,
    when: bothAreText('password', 'email'),
  })

/** The address is not judged: one that can't be is as wrong as one that isn't there. */
export const loginRules = z.object({
  email: z
    .string('Укажите адрес электронной почты.')
    .trim()
    .min(1, 'Укажите адрес электронной почты.')
    .transform((text) => normalizeEmail(text) ?? text),
  password: z.string('Введите пароль.').min(1, 'Введите пароль.'),
})

export const emailRules = z.object({ email })
export const profileRules = z.object({ name, phone })
export const newPasswordRules = z.object(typedTwice).refine(isSameTwice, sameTwice)
export const changePasswordRules = z
  .object({
    password_old: z.string('Введите нынешний пароль.').min(1, 'Введите нынешний пароль.'),
    ...typedTwice,
  })
  .refine(isSameTwice, sameTwice)
  .refine((form) => form.password !== form.password_old, {
    path: ['password'],
    error: 'Новый пароль такой же, как нынешний. Придумайте другой.',
    when: bothAreText('password', 'password_old'),
  })

export type Registration = z.output<typeof registrationRules>

/** Whether a password may be had together with this address. */
export const passwordSuits = isNot

/** What an address is found by: in lower case, so that a customer who types it otherwise is the same one. */
export const emailKey = (address: string) => address.toLowerCase()
