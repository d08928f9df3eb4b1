import { z } from 'zod'
import { email, existingPassword } from '~/server/forms/field-rules.server'

export const loginForm = {
  name: 'login',
  schema: z.object({ email, password: existingPassword('Введите пароль') }),
}
