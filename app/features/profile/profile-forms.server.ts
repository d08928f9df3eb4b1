import { changePasswordBody, emailBody, profileBody } from 'contract/users'
import { defineForm } from '~/server/forms/form-definition.server'

export const profileForm = defineForm({ name: 'profile', schema: profileBody })

export const passwordForm = defineForm({ name: 'password', schema: changePasswordBody })

export const newEmailForm = defineForm({ name: 'new-email', schema: emailBody })
