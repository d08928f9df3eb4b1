import { emailAddress } from 'api/http/field-rules'
import { tidyName } from 'contract/customer-name'
import { longestGrantLabel } from 'contract/limits'
import { day } from 'contract/time'
import { charactersIn } from 'contract/users'
import { z } from 'zod'
import { fieldWords as words } from './family.words'

/** A field that was left empty counts as left out. */
const optional = <Output>(schema: z.ZodType<Output, string>, wrong: string) =>
  z
    .string(wrong)
    .nullish()
    .transform((text) => (text?.trim() ? text : null))
    .pipe(schema.nullable())

export const invitationRules = z.object({
  readings: z.boolean(words.choice),
  pay: z.boolean(words.choice),
  email: optional(emailAddress({ missing: words.email, invalid: words.email }), words.email),
  label: optional(
    z
      .string(words.longLabel)
      .overwrite((text) => tidyName(text.replace(/\p{Cc}/gu, ' ')))
      .refine((text) => charactersIn(text) <= longestGrantLabel, words.longLabel),
    words.longLabel,
  ),
  until: optional(z.iso.date(words.until).pipe(day), words.until),
  password: z.string(words.password).min(1, words.password),
})
