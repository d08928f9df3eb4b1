import type { ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { defineForm } from '~/server/forms/form-definition.server'
import type { Failure } from '../../api-client/failure'
import { type NextPage, submitForm } from '../../server/forms/submit-form.server'
import { anyone } from '../../server/pages/guards.server'

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
