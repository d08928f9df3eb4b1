import type { ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import type { Failure } from '../../api-client/failure'
import { readForm } from '../../server/forms/read-form.server'
import { anyone } from '../../server/pages/guards.server'

/** A form of one button: its data is in the page's address. */
export const confirmForm = { name: 'confirm', schema: z.object({}) }

/** The guest's mailed links open nothing for a customer who is signed in: the link may be somebody else's. */
export const signOutFirst = 'Вы уже вошли. Чтобы открыть ссылку из письма, сначала выйдите.'

/** Of a link that lost its end between the letter and the browser. */
export const linkIsCut: Failure = {
  kind: 'gone',
  message: 'В ссылке не хватает части. Откройте её из письма целиком.',
}

/** The code that the link carries; empty when it was cut. */
export const mailedCode = ({ url }: Request) => new URL(url).searchParams.get('code') ?? ''

/** The id that the link carries, decoded once: the router takes an encoded `%2F` for an encoded slash. */
export const mailedId = ({ url }: Request) =>
  decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '')

/** The press of the one button behind a link that anybody may open: null once `call` took its code, else the refused form. */
export const pressMailedLink = async (
  { request, context }: ActionFunctionArgs,
  call: 'changeEmailUndo' | 'refuseAutopayment',
) => {
  const { api } = await anyone(request, context)
  const form = await readForm(context, confirmForm)
  if (!form.ok) return form.reply
  const code = mailedCode(request)
  if (!code) return form.refuse(linkIsCut)
  const result = await api.submit(call, { id: mailedId(request), body: { code } })
  return result.ok ? null : form.refuse(result.failure)
}
