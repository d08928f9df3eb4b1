import { z } from 'zod'
import { email } from '~/server/forms/field-rules.server'
import { defineForm } from '~/server/forms/form-definition.server'

export const newEmailForm = defineForm({ name: 'new-email', schema: z.object({ email }) })
