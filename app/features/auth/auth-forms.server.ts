import { consentVersion } from 'contract/pages'
import { z } from 'zod'
import {
  checkbox,
  code,
  email,
  existingPassword,
  name,
  passwordPair,
  phone,
  requiredConsent,
  withMatchingPasswords,
} from '~/server/forms/field-rules.server'
import { defineForm } from '~/server/forms/form-definition.server'

export const loginForm = defineForm({
  name: 'login',
  schema: z.object({ email, password: existingPassword('Введите пароль') }),
})

export const loginCodeForm = defineForm({
  name: 'login-code',
  schema: z.object({ code, rememberDevice: checkbox }),
})

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

/** The e-mail to send a password reset link to. */
export const forgotPasswordForm = defineForm({ name: 'forgot-password', schema: z.object({ email }) })

/** The e-mail to send another verification letter to. */
export const resendForm = defineForm({ name: 'resend', schema: z.object({ email }) })

export const newPasswordForm = defineForm({
  name: 'change-password',
  schema: withMatchingPasswords(z.object(passwordPair)),
})
