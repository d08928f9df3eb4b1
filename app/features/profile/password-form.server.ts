import { z } from 'zod'
import { passwordPair, withMatchingPasswords } from '~/server/field-rules.server'

export const passwordForm = {
  name: 'password',
  schema: withMatchingPasswords(
    z.object({ password_old: z.string({ error: 'Введите нынешний пароль' }), ...passwordPair }),
  ),
}
