import { secondStepConfirmBody, secondStepOffBody, secondStepSetupBody } from 'contract/security'
import { defineForm } from '~/server/forms/form-definition.server'

/** Asks for the secret of a second step. */
export const setupForm = defineForm({ name: 'second-step-setup', schema: secondStepSetupBody })

/** Turns it on, once the application shows the right codes. */
export const confirmForm = defineForm({ name: 'second-step-confirm', schema: secondStepConfirmBody })

export const turnOffForm = defineForm({ name: 'second-step-off', schema: secondStepOffBody })
