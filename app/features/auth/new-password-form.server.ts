import { z } from 'zod'
import { passwordPair, withMatchingPasswords } from '~/server/forms/field-rules.server'
import { defineForm } from '~/server/forms/form-definition.server'

export const newPasswordForm = defineForm({
  name: 'change-password',
  schema: withMatchingPasswords(z.object(passwordPair)),
})
