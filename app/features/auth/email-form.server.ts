import { z } from 'zod'
import { email } from '~/server/forms/field-rules.server'
import { defineForm } from '~/server/forms/form-definition.server'

const schema = z.object({ email })

/** The address that the link to a new password is mailed to. */
export const forgotPasswordForm = defineForm({ name: 'forgot-password', schema })

/** The address that the verification letter is mailed to once more. */
export const resendForm = defineForm({ name: 'resend', schema })
