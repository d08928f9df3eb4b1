import { z } from 'zod'
import { existingPassword } from '~/server/forms/field-rules.server'
import { defineForm } from '~/server/forms/form-definition.server'

export const deletionForm = defineForm({
  name: 'deletion',
  schema: z.object({ password: existingPassword('Введите пароль от кабинета') }),
})
