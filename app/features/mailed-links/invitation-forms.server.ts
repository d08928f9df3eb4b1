import { z } from 'zod'
import { defineForm } from '~/server/forms/form-definition.server'

/** The buttons of an invitation; its data is in the page's address. */
export const acceptForm = defineForm({ name: 'accept-invitation', schema: z.object({}) })
export const declineForm = defineForm({ name: 'decline-invitation', schema: z.object({}) })
