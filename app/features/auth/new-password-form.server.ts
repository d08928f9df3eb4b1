import { z } from 'zod'
import { passwordPair, withMatchingPasswords } from '~/server/forms/field-rules.server'

export const newPasswordForm = {
  name: 'change-password',
  schema: withMatchingPasswords(z.object(passwordPair)),
}
