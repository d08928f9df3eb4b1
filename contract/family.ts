import { z } from 'zod'
import { accountNumber, identifier } from './identifiers'
import { longestGrantLabel } from './limits'
import { day, dayOrMoment, moment } from './time'
import { charactersIn, email, existingPassword, tidyName } from './users'

/** What a grant allows. */
const rights = z.object({ view: z.literal(true), readings: z.boolean(), pay: z.boolean() })
export type Rights = z.output<typeof rights>

const grantStatuses = ['invited', 'waiting', 'active', 'declined', 'revoked', 'left', 'expired'] as const
export type GrantStatus = (typeof grantStatuses)[number]

/** An invitation to an account, and its status. */
export const grant = z.object({
  id: identifier,
  account: accountNumber,
  rights,
  status: z.enum(grantStatuses),
  /** Masked; of the person who accepted. */
  name: z.string().nullish(),
  /** Masked; of the person who was invited, or accepted. */
  email: z.string().nullish(),
  label: z.string().nullish(),
  /** The last day. */
  until: day.nullish(),
  createdAt: moment,
  /** When it ends without being accepted or confirmed. */
  expiresAt: moment.nullish(),
})
export type Grant = z.output<typeof grant>

export const accessAnswer = z.object({
  data: z.object({
    owners: z.array(z.object({ name: z.string(), since: dayOrMoment, you: z.boolean() })),
    grants: z.array(grant),
  }),
})

const noChoice = 'Выберите, разрешить или нет'

export const invitationBody = z.object({
  readings: z.boolean(noChoice),
  pay: z.boolean(noChoice),
  email: email.nullish(),
  label: z
    .string()
    .nullish()
    .transform((typed) => tidyName((typed ?? '').replace(/\p{Cc}/gu, ' ')) || null)
    .refine(
      (label) => charactersIn(label ?? '') <= longestGrantLabel,
      `Уместите в ${longestGrantLabel} знаков`,
    ),
  until: z.iso.date('Введите день, например 31.12.2026').pipe(day).nullish(),
  password: existingPassword('Введите пароль от кабинета'),
})
/** `code` is for the invitation's link, which is shown once. */
export const invitationAnswer = z.object({ data: grant, code: z.string().min(1) })

export const invitationPreviewAnswer = z.object({
  data: z.object({
    /** Masked, as are account and address. */
    from: z.string().nullish(),
    account: z.string(),
    address: z.string().nullish(),
    rights,
    until: day.nullish(),
    /** `waiting`: it was accepted, and an owner has to confirm it. */
    status: z.enum(['invited', 'waiting']).nullish(),
  }),
})
export const acceptanceAnswer = z.object({
  data: z.object({ account: accountNumber, status: z.enum(['active', 'waiting']) }),
})
