import { z } from 'zod'
import { moment } from './time'
import { existingPassword } from './users'

const consentKinds = ['personal_data', 'autopayment'] as const

/** A consent of the customer. */
const consent = z.object({
  kind: z.enum(consentKinds),
  /** The version of the text, see `consentVersion`; empty when it was not known. */
  version: z.string(),
  givenAt: moment,
  withdrawnAt: moment.nullish(),
  /** The network address from which it was given. */
  address: z.string().nullish(),
})
export type Consent = z.output<typeof consent>

export const consentsAnswer = z.object({ data: z.array(consent) })

export const deletionBody = z.object({ password: existingPassword('Введите пароль от кабинета') })
