import { z } from 'zod'
import { email } from '~/server/forms/field-rules.server'

export const newEmailForm = { name: 'new-email', schema: z.object({ email }) }
