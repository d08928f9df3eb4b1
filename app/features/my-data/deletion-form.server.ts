import { deletionBody } from 'contract/my-data'
import { defineForm } from '~/server/forms/form-definition.server'

export const deletionForm = defineForm({ name: 'deletion', schema: deletionBody })
