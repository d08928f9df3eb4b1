import { emailAddress } from 'api/http/field-rules'
import { tidyName } from 'contract/customer-name'
import { longestGrantLabel } from 'contract/limits'
import { charactersIn } from 'contract/password'
import { day } from 'contract/time'
import { z } from 'zod'
import { fieldWords as words } from './family.words'

/** What a form sends for a field that was left empty counts as left out. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
    schema.nullish(),
  ) as unknown as z.ZodType<z.output<Schema> | null | undefined, string | null | undefined>

export const invitationRules = z.object({
  readings: z.boolean(words.choice),
  pay: z.boolean(words.choice),
  email: optional(emailAddress({ missing: words.email, invalid: words.email })),
  label: optional(
    z
      .string(words.longLabel)
      .overwrite((text) => tidyName(text.replace(/\p{Cc}/gu, ' ')))
      .refine((text) => charactersIn(text) <= longestGrantLabel, words.longLabel),
  ),
  until: optional(z.string(words.until).pipe(z.iso.date(words.until)).pipe(day)),
  password: z.string(words.password).min(1, words.password),
})
