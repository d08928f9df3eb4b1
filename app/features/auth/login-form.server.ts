import { z } from 'zod'
import { currentPassword, email } from '~/server/field-rules.server'

export const loginForm = { name: 'login', schema: z.object({ email, password: currentPassword }) }
