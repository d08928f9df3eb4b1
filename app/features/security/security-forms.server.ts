import { longestReturnedId } from 'contract/limits'
import { secondStepConfirmBody, secondStepOffBody, secondStepSetupBody } from 'contract/security'
import { z } from 'zod'
import { defineForm } from '~/server/forms/form-definition.server'

/** Asks for the secret of a second step. */
export const setupForm = defineForm({ name: 'second-step-setup', schema: secondStepSetupBody })

/** Turns it on, once the application shows the right codes. */
export const confirmForm = defineForm({ name: 'second-step-confirm', schema: secondStepConfirmBody })

export const turnOffForm = defineForm({ name: 'second-step-off', schema: secondStepOffBody })

/** The button of one session: ends it at once. */
export const endSessionForm = defineForm({
  name: 'end-session',
  schema: z
    .object({ id: z.string().max(longestReturnedId).catch('') })
    .refine(({ id }) => id !== '', 'Выберите сеанс, который нужно завершить.'),
})

/** The button that ends all sessions but this one. */
export const endOtherSessionsForm = defineForm({ name: 'end-other-sessions', schema: z.object({}) })
