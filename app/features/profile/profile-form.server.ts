import { z } from 'zod'
import { name, phone } from '~/server/forms/field-rules.server'

export const profileForm = { name: 'profile', schema: z.object({ name, phone }) }
