import { z } from 'zod'
import { extension } from './features'
import { identifier } from './identifiers'
import { moment } from './time'
import { existingPassword, oneTimeCode } from './users'

/** A session of the customer on a device. */
const session = z.object({
  id: identifier,
  /** As described by the login: 'Chrome, Android'. */
  device: z.string().nullish(),
  createdAt: moment,
  lastSeenAt: moment,
  /** The session of this call. */
  current: z.boolean(),
})
export type Session = z.output<typeof session>

/** Newest first. */
export const sessionsAnswer = z.object({ data: z.array(session) })

const secondStepState = z.object({
  enabled: z.boolean(),
  recoveryCodesLeft: z.number().int().nonnegative(),
  /** Devices on which a login needs no code; absent if not known. */
  rememberedDevices: extension(z.number().int().nonnegative()),
})
export type SecondStepState = z.output<typeof secondStepState>
export const secondStepAnswer = z.object({ data: secondStepState })

const password = existingPassword('Введите пароль')

export const secondStepSetupBody = z.object({ password })

/** The secret of a second step before it is turned on; the same for ten minutes. */
export const secondStepSetupAnswer = z.object({
  data: z.object({
    /** Base32, RFC 4648; some write it in lower case or in groups. */
    secret: z
      .string()
      .max(200)
      .regex(/^[A-Z2-7][A-Z2-7 -]*=*$/i),
    otpauthUrl: z.string().regex(/^otpauth:\/\/totp\//i),
  }),
})

export const RECOVERY_CODES = 10
export const recoveryCodesAnswer = z.object({
  data: z.object({ recoveryCodes: z.array(z.string().min(1)).length(RECOVERY_CODES) }),
})

export const secondStepConfirmBody = z.object({ code: oneTimeCode })

export const secondStepOffBody = z.object({ password, code: oneTimeCode })

/**
 * `token` is from the login's answer; `code` is the application's, or a recovery code. `rememberDevice` is sent as
 * true, or not at all, and only to an API that names the feature `remembered-device`.
 */
export const loginSecondStepBody = z.object({
  token: z.string(),
  code: oneTimeCode,
  rememberDevice: z.boolean().optional(),
})
