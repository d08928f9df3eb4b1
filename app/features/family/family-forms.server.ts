import { longestGrantLabel } from 'contract/limits'
import { day } from 'contract/time'
import { charactersIn, email, existingPassword, tidyName } from 'contract/users'
import { z } from 'zod'
import { checkbox, LONGEST_RETURNED_ID } from '~/server/forms/field-rules.server'
import { defineForm } from '~/server/forms/form-definition.server'

const label = z
  .string()
  .optional()
  .transform((typed = '') => tidyName(typed.replace(/\p{Cc}/gu, ' ')) || null)
  .refine((typed) => charactersIn(typed ?? '') <= longestGrantLabel, `Уместите в ${longestGrantLabel} знаков`)

/** Invites somebody to an account; the page's address says which. */
export const inviteForm = defineForm({
  name: 'invite',
  schema: z.object({
    email: email.optional(),
    label,
    readings: checkbox,
    pay: checkbox,
    until: z.iso.date('Введите день, например 31.12.2026').pipe(day).optional(),
    password: existingPassword('Введите пароль от кабинета'),
  }),
})

/** The button that confirms who has accepted an invitation. */
export const confirmGrantForm = defineForm({
  name: 'confirm-grant',
  schema: z
    .object({ grant: z.string().max(LONGEST_RETURNED_ID).catch('') })
    .refine(({ grant }) => grant !== '', 'Обновите страницу и нажмите кнопку ещё раз.'),
})

/** The button that ends an access; the page's address says which. */
export const closeAccessForm = defineForm({ name: 'close-access', schema: z.object({}) })
