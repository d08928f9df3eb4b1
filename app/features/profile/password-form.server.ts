import { z } from 'zod'
import { existingPassword, passwordPair, withMatchingPasswords } from '~/server/forms/field-rules.server'

export const passwordForm = {
  name: 'password',
  schema: withMatchingPasswords(
    z.object({ password_old: existingPassword('Введите нынешний пароль'), ...passwordPair }),
  ),
}
