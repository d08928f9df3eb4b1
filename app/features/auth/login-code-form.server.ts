import { z } from 'zod'
import { checkbox, code } from '~/server/forms/field-rules.server'
import { defineForm } from '~/server/forms/form-definition.server'

export const loginCodeForm = defineForm({
  name: 'login-code',
  schema: z.object({ code, rememberDevice: checkbox }),
})
