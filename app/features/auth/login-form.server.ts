import { z } from 'zod'
import { email, existingPassword } from '~/server/forms/field-rules.server'
import { defineForm } from '~/server/forms/form-definition.server'

export const loginForm = defineForm({
  name: 'login',
  schema: z.object({ email, password: existingPassword('Введите пароль') }),
})
