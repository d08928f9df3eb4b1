import { z } from 'zod'
import { existingPassword, passwordPair, withMatchingPasswords } from '~/server/forms/field-rules.server'
import { defineForm } from '~/server/forms/form-definition.server'

export const passwordForm = defineForm({
  name: 'password',
  schema: withMatchingPasswords(
    z.object({ password_old: existingPassword('Введите текущий пароль'), ...passwordPair }),
  ),
})
