import { z } from 'zod'
import { name, phone } from '~/server/forms/field-rules.server'
import { defineForm } from '~/server/forms/form-definition.server'

export const profileForm = defineForm({ name: 'profile', schema: z.object({ name, phone }) })
