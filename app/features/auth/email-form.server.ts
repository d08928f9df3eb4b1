import { z } from 'zod'
import { email } from '~/server/forms/field-rules.server'
import { defineForm } from '~/server/forms/form-definition.server'

const schema = z.object({ email })

/** The e-mail to send a password reset link to. */
export const forgotPasswordForm = defineForm({ name: 'forgot-password', schema })

/** The e-mail to send another verification letter to. */
export const resendForm = defineForm({ name: 'resend', schema })
