import { invitationBody } from 'contract/family'
import { longestReturnedId } from 'contract/limits'
import { z } from 'zod'
import { defineForm } from '~/server/forms/form-definition.server'

/** Invites somebody to an account; the page's address says which. */
export const inviteForm = defineForm({ name: 'invite', schema: invitationBody })

/** The button that confirms who has accepted an invitation. */
export const confirmGrantForm = defineForm({
  name: 'confirm-grant',
  schema: z
    .object({ grant: z.string().max(longestReturnedId).catch('') })
    .refine(({ grant }) => grant !== '', 'Обновите страницу и нажмите кнопку ещё раз.'),
})

/** The button that ends an access; the page's address says which. */
export const closeAccessForm = defineForm({ name: 'close-access', schema: z.object({}) })
