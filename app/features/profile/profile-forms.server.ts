import { z } from 'zod'
import {
  email,
  existingPassword,
  name,
  passwordPair,
  phone,
  withMatchingPasswords,
} from '~/server/forms/field-rules.server'
import { defineForm } from '~/server/forms/form-definition.server'

export const profileForm = defineForm({ name: 'profile', schema: z.object({ name, phone }) })

export const passwordForm = defineForm({
  name: 'password',
  schema: withMatchingPasswords(
    z.object({ password_old: existingPassword('Введите текущий пароль'), ...passwordPair }),
  ),
})

export const newEmailForm = defineForm({ name: 'new-email', schema: z.object({ email }) })
