import { z } from 'zod'
import { code, existingPassword } from '~/server/forms/field-rules.server'
import { defineForm } from '~/server/forms/form-definition.server'

const password = existingPassword('Введите пароль')

/** Asks for the secret of a second step. */
export const setupForm = defineForm({ name: 'second-step-setup', schema: z.object({ password }) })

/** Turns it on, once the application shows the right codes. */
export const confirmForm = defineForm({ name: 'second-step-confirm', schema: z.object({ code }) })

export const turnOffForm = defineForm({ name: 'second-step-off', schema: z.object({ password, code }) })
