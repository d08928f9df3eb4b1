import { normalizeEmail } from 'format/email'
import { withoutInvisibleSigns } from 'format/invisible-signs'
import { parsePhone } from 'format/phone'
import { z } from 'zod'
import { extension } from './features'
import { identifier } from './identifiers'
import { longestName, passwordLength } from './limits'
import { consentVersion } from './pages'

export const user = z.object({
  id: identifier,
  name: z.string(),
  email: z.string(),
  /** E.164, `+79991234567`. */
  phone: z.string().nullish(),
  emailVerified: z.boolean().nullish(),
  /** Letters to the address do not arrive; left out where this is not known. */
  emailUndeliverable: extension(z.boolean()),
})
export type User = z.output<typeof user>

export const userAnswer = z.object({ data: user })

/** A guest: no id. */
const guest = z.object({ id: z.union([z.literal(''), z.null()]).optional() })
/** A signed-in customer: an id. */
const signedIn = user.extend({
  name: z
    .string()
    .nullish()
    .transform((name) => name ?? ''),
  email: z
    .string()
    .nullish()
    .transform((email) => email ?? ''),
})
export const currentUserAnswer = z.object({ data: z.union([signedIn, guest]).nullish() })

const noEmail = 'Введите адрес электронной почты'

/** Normalized: trimmed, its domain in lower case and ASCII. */
export const email = z
  .string(noEmail)
  .min(1, noEmail)
  .transform((typed, check) => {
    const address = normalizeEmail(typed)
    if (address !== null) return address
    check.addIssue({ code: 'custom', message: 'Проверьте адрес: он должен быть похож на anna@example.ru' })
    return z.NEVER
  })

/** Invisible characters of pasted text, except the two joiners, which some scripts need. */
const invisible = /(?!\u200c|\u200d)\p{Cf}/gu

/** A name or a label as it is stored. */
export const tidyName = (typed: string): string => typed.replace(invisible, '').trim()

/** Whether a name has a visible letter or digit: a few letters of Unicode are invisible fillers. */
const isVisibleName = (name: string): boolean =>
  /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u.test(name)

/**
 * Whether a name is one line of whole characters, as databases need, without characters that change the direction of
 * the text around it, such as on an operator's screen.
 */
const isPlainName = (name: string): boolean => !/(?!\u200c|\u200d)[\p{Cc}\p{Cf}\p{Cs}]/u.test(name)

const noName = 'Введите имя'

const name = z
  .string(noName)
  .overwrite(tidyName)
  .refine(isVisibleName, noName)
  .max(longestName, `Имя не должно быть длиннее ${longestName} знаков`)
  .refine(isPlainName, 'Введите имя без особых знаков')

const wrongPhone = 'Проверьте номер: он должен быть похож на +7\u00a0999\u00a0123-45-67'

/** E.164. `null` if it was left empty. */
const phone = z
  .string(wrongPhone)
  .nullable()
  .transform((typed, check) => {
    if (!withoutInvisibleSigns(typed ?? '').trim()) return null
    const number = parsePhone(typed ?? '')
    if (number !== null) return number
    check.addIssue({ code: 'custom', message: wrongPhone })
    return z.NEVER
  })

/** Normalizes a password before it is counted, compared or hashed: keyboards compose «й» and «ё» differently. */
export const normalPassword = (typed: string): string => typed.normalize('NFC')

/** Counts code points, so that an emoji of one code point is one character. */
export const charactersIn = (password: string): number => [...normalPassword(password)].length

export const isSamePassword = (one: string, other: string): boolean =>
  normalPassword(one) === normalPassword(other)

/** Passwords of an older system may be longer than new ones. */
const longestExistingPassword = 1_000

/** An existing password has no other rules: it may be older than the current ones. */
export const existingPassword = (whenMissing: string) =>
  z.string(whenMissing).min(1, whenMissing).max(longestExistingPassword, 'Слишком длинный пароль')

const noNewPassword = 'Придумайте пароль'
const noConfirmation = 'Введите пароль ещё раз'

const newPasswordPair = {
  password: z
    .string(noNewPassword)
    .min(1, { error: noNewPassword, abort: true })
    .refine(
      (text) => charactersIn(text) >= passwordLength.min,
      `В пароле должно быть не меньше ${passwordLength.min} знаков`,
    )
    .refine(
      (text) => charactersIn(text) <= passwordLength.max,
      `В пароле должно быть не больше ${passwordLength.max} знаков`,
    ),
  password_confirmation: z.string(noConfirmation).min(1, noConfirmation),
}

const passwordPair = z.object(newPasswordPair)

/** Requires both passwords to be equal, even if other fields are wrong. */
const withMatchingPasswords = <Body extends z.ZodType<z.output<typeof passwordPair>>>(body: Body) =>
  body.refine(({ password, password_confirmation }) => isSamePassword(password, password_confirmation), {
    path: ['password_confirmation'],
    error: 'Пароли не совпадают',
    when: ({ value }) => passwordPair.safeParse(value).success,
  })

const noCode = 'Введите код'

/** Characters of a one-time or recovery code, however it is typed. */
const longestCode = 200

/** A one-time or recovery code, without spaces. */
export const oneTimeCode = z
  .string(noCode)
  .max(longestCode, 'Слишком длинный код')
  .transform((typed) => withoutInvisibleSigns(typed).replace(/\s/g, ''))
  .refine((typed) => typed !== '', noCode)

export const loginBody = z.object({ email, password: existingPassword('Введите пароль') })
export const emailBody = z.object({ email })
export const newPasswordBody = withMatchingPasswords(passwordPair)
export const changePasswordBody = withMatchingPasswords(
  z.object({ password_old: existingPassword('Введите текущий пароль'), ...newPasswordPair }),
)
export const profileBody = z.object({ name, phone })
/** The code of a mailed link. */
export const codeBody = z.object({ code: z.string() })
export const registrationBody = withMatchingPasswords(
  z.object({
    name,
    email,
    phone,
    ...newPasswordPair,
    consent: z.literal(
      true,
      'Без согласия на обработку персональных данных мы не можем вас зарегистрировать',
    ),
    /** The version of the consent's text that the customer saw. */
    consentVersion,
  }),
)
export type Registration = z.output<typeof registrationBody>
