import { loginSecondStepBody } from 'contract/security'
import { emailBody, loginBody, newPasswordBody, registrationBody } from 'contract/users'
import { defineForm } from '~/server/forms/form-definition.server'

export const loginForm = defineForm({ name: 'login', schema: loginBody })

/** The page keeps the token of the login. */
export const loginCodeForm = defineForm({
  name: 'login-code',
  schema: loginSecondStepBody.omit({ token: true }),
})

export const registrationForm = defineForm({ name: 'registration', schema: registrationBody })

/** The e-mail to send a password reset link to. */
export const forgotPasswordForm = defineForm({ name: 'forgot-password', schema: emailBody })

/** The e-mail to send another verification letter to. */
export const resendForm = defineForm({ name: 'resend', schema: emailBody })

export const newPasswordForm = defineForm({ name: 'change-password', schema: newPasswordBody })
