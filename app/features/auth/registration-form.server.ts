import { consentVersion } from 'contract/consent'
import { z } from 'zod'
import { email, name, passwordPair, phone, withMatchingPasswords } from '~/server/forms/field-rules.server'
import { defineForm } from '~/server/forms/form-definition.server'

export const registrationForm = defineForm({
  name: 'registration',
  schema: withMatchingPasswords(
    z.object({
      name,
      email,
      phone,
      ...passwordPair,
      consent: z.literal(true, {
        error: 'Без согласия на обработку персональных данных мы не можем вас зарегистрировать',
      }),
      // Made by no customer, so it keeps none from registering.
      consentVersion: consentVersion.optional().catch(undefined),
    }),
  ),
})
