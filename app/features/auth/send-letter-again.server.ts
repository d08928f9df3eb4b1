import type { ActionFunctionArgs } from '@remix-run/node'
import { readIdempotentForm } from '~/server/forms/idempotent-form.server'
import { seeOther } from '~/server/http/redirects.server'
import { requireGuest } from '~/server/pages/guards.server'
import { newFlash } from '~/server/session/flash.server'
import { resendForm } from './auth-forms.server'

/** Requests another verification letter and returns to `path`. */
export const sendLetterAgain = async ({ request, context }: ActionFunctionArgs, path: string) => {
  const { api } = await requireGuest(request, context)
  const form = await readIdempotentForm(context, resendForm)
  if (!form.ok) return form.reply
  const result = await api.submit('verifyEmailRequest', {
    idempotencyKey: form.idempotencyKey,
    body: form.value,
  })
  if (!result.ok) return form.reject(result.failure)
  context.flash.next = newFlash('success', 'Если адрес ждёт подтверждения, новое письмо уже в пути.', {
    stays: true,
  })
  return seeOther(path)
}
