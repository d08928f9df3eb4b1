import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { problemCodes } from 'contract/problem'
import { z } from 'zod'
import type { Failure } from '~/api-client/failure'
import { paths } from '~/paths'
import { defineForm } from '~/server/forms/form-definition.server'
import { postedFields } from '~/server/forms/posted-fields.server'
import { readForm } from '~/server/forms/read-form.server'
import { type NextPage, redirectWithMessage, submitForm } from '~/server/forms/submit-form.server'
import { anyone, requireUser } from '~/server/pages/guards.server'

/** A form of one button: its data is in the page's address. */
export const confirmForm = defineForm({ name: 'confirm', schema: z.object({}) })

/** Guests' links do not work for a signed-in customer: the link may be another person's. */
export const signOutFirst = 'Вы уже вошли. Чтобы открыть ссылку из письма, сначала выйдите.'

/** The failure of a link that was truncated. */
export const incompleteLink = {
  kind: 'gone',
  message: 'В ссылке не хватает части. Откройте её из письма целиком.',
  errors: {},
} satisfies Failure

/** The code in the link; empty when the link was truncated. */
export const mailedCode = ({ url }: Request) => new URL(url).searchParams.get('code') ?? ''

/** The id in the link, decoded once; the router decodes `%252F` twice. */
export const mailedId = ({ url }: Request) =>
  decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '')

/** The loader of a mailed link: opening it changes nothing, because mail scanners open links, too. */
export const openMailedLink = async ({ request, context }: LoaderFunctionArgs) => {
  await anyone(request, context)
  return null
}

/** The action of a mailed link for guests and customers: makes `call` with the link's code. */
export const confirmMailedLink = async (
  { request, context }: ActionFunctionArgs,
  call:
    | 'changeEmailUndo'
    | 'deletionUndo'
    | 'notMe'
    | 'optOutOfCharge'
    | 'stopInvoiceLetters'
    | 'stopReadingReminder',
  next: NextPage | (() => Promise<NextPage>),
) => {
  const { api } = await anyone(request, context)
  const code = mailedCode(request)
  return submitForm({ request, context }, confirmForm, {
    call: async () =>
      code
        ? api.submit(call, { id: mailedId(request), body: { code } })
        : { ok: false, failure: incompleteLink },
    next,
  })
}

/** The buttons of an invitation; its data is in the page's address. */
export const acceptForm = defineForm({ name: 'accept-invitation', schema: z.object({}) })
export const declineForm = defineForm({ name: 'decline-invitation', schema: z.object({}) })

/** Handles the buttons of an invitation. */
export const submitInvitation = async (args: ActionFunctionArgs) => {
  const intent = (await postedFields(args.context)).get('intent')
  return intent === declineForm.name ? decline(args) : accept(args)
}

const accept = async (args: ActionFunctionArgs) => {
  const { request, context } = args
  const { api } = await requireUser(request, context)
  const form = await readForm(context, acceptForm)
  if (!form.ok) return form.reply
  const code = mailedCode(request)
  if (!code) return form.reject(incompleteLink)
  const result = await api.submit('acceptInvitation', { id: mailedId(request), body: { code } })
  if (!result.ok) {
    const { failure } = result
    if (!hasItAlready(failure)) return form.reject(failure)
    const message = failure.message || 'Доступ у вас уже есть.'
    return redirectWithMessage(args, { message, type: 'info', stays: true, to: paths.accounts })
  }
  const { account, status } = result.answer.data
  if (status === 'waiting')
    return redirectWithMessage(args, { message: 'Приглашение принято. Осталось дождаться владельца.' })
  const message = `Лицевой счёт ${account} теперь в вашем кабинете`
  return redirectWithMessage(args, { message, stays: true, to: paths.accounts })
}

/** The customer has the access already: after a second press, or as an owner. */
const hasItAlready = (failure: Failure): failure is Extract<Failure, { kind: 'conflict' }> =>
  failure.kind === 'conflict' &&
  (failure.code === problemCodes.alreadyGranted || failure.code === problemCodes.ownAccount)

const decline = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const code = mailedCode(request)
  return submitForm({ request, context }, declineForm, {
    call: async () =>
      code
        ? api.submit('declineInvitation', { id: mailedId(request), body: { code } })
        : { ok: false, failure: incompleteLink },
    next: { message: 'Вы отказались от приглашения', stays: true, to: paths.accounts },
  })
}
