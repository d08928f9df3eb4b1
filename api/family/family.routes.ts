import type { Customer } from 'api/http/customer'
import { emailAddress } from 'api/http/field-rules'
import type { Router } from 'api/http/router'
import { longestGrantLabel } from 'contract/limits'
import { day } from 'contract/time'
import { charactersIn, tidyName } from 'contract/users'
import { z } from 'zod'
import { grantsService } from './grants.service'
import { type FamilyDeps, invitationsService } from './invitations.service'

const words = {
  email: 'Введите адрес почты полностью, например anna@mail.example.',
  longLabel: `Не длиннее ${longestGrantLabel} знаков.`,
  until: 'Введите день, сегодняшний или более поздний.',
  password: 'Введите пароль от кабинета.',
  choice: 'Выберите, разрешить или нет.',
}

/** A field that was left empty counts as left out. */
const optional = <Output>(schema: z.ZodType<Output, string>, wrong: string) =>
  z
    .string(wrong)
    .nullish()
    .transform((text) => (text?.trim() ? text : null))
    .pipe(schema.nullable())

const invitationRules = z.object({
  readings: z.boolean(words.choice),
  pay: z.boolean(words.choice),
  email: optional(emailAddress({ missing: words.email, invalid: words.email }), words.email),
  label: optional(
    z
      .string(words.longLabel)
      .overwrite((text) => tidyName(text.replace(/\p{Cc}/gu, ' ')))
      .refine((text) => charactersIn(text) <= longestGrantLabel, words.longLabel),
    words.longLabel,
  ),
  until: optional(z.iso.date(words.until).pipe(day), words.until),
  password: z.string(words.password).min(1, words.password),
})

export function familyRoutes(router: Router<Customer>, deps: FamilyDeps) {
  const invitations = invitationsService(deps)
  const grants = grantsService(deps)

  router.forCustomer('access', async ({ customer, id, now }) => ({
    data: await grants.list({ userId: customer.id, account: id, now }),
  }))

  router.forCustomer(
    'inviteToAccount',
    ({ customer, session, id, body, idempotencyKey, now }) =>
      invitations.invite({ ...body, customer, session, account: id, key: idempotencyKey, now }),
    invitationRules,
  )

  router.open('previewInvitation', async ({ id, body, visitor, now }) => ({
    data: await grants.preview({ id, code: body.code, visitor, now }),
  }))

  router.forCustomer('acceptInvitation', async ({ customer, id, body, visitor, now }) => ({
    data: await grants.accept({ customer, id, code: body.code, visitor, now }),
  }))

  router.open('declineInvitation', async ({ id, body, visitor, now }) => {
    await grants.decline({ id, code: body.code, visitor, now })
    return undefined
  })

  router.forCustomer('confirmGrant', async ({ customer, id, now }) => {
    await grants.confirm({ userId: customer.id, id, now })
    return undefined
  })

  router.forCustomer('endGrant', async ({ customer, id, now }) => {
    await grants.end({ userId: customer.id, id, now })
    return undefined
  })
}
