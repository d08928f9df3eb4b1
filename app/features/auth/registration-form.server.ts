import { consentVersion } from 'contract/consent'
import { z } from 'zod'
import {
  email,
  name,
  passwordPair,
  phone,
  requiredConsent,
  withMatchingPasswords,
} from '~/server/forms/field-rules.server'
import { defineForm } from '~/server/forms/form-definition.server'

export const registrationForm = defineForm({
  name: 'registration',
  schema: withMatchingPasswords(
    z.object({
      name,
      email,
      phone,
      ...passwordPair,
      consent: requiredConsent(
        'Без согласия на обработку персональных данных мы не можем вас зарегистрировать',
      ),
      // The customer did not type it, so an invalid one does not block the registration.
      consentVersion: consentVersion.optional().catch(undefined),
    }),
  ),
})
