import { longestProof } from 'contract/limits'
import { z } from 'zod'
import { accountNumber } from '~/server/forms/field-rules.server'
import { defineForm } from '~/server/forms/form-definition.server'

export const addAccountForm = defineForm({
  name: 'add-account',
  schema: z.object({
    account: accountNumber,
    proof: z.string().max(longestProof, 'Слишком длинный ответ').optional(),
  }),
})
