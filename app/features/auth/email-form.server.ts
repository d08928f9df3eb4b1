import { z } from 'zod'
import { email } from '~/server/forms/field-rules.server'

/** One address to send a letter to; `name` tells the page's forms apart. */
export const emailForm = (name: 'forgot-password' | 'resend') => ({ name, schema: z.object({ email }) })
