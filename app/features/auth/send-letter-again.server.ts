import type { ActionFunctionArgs } from '@remix-run/node'
import { problemCodes } from 'contract/problem'
import type { Failure } from '~/api-client/failure'
import { submitIdempotentForm } from '~/server/forms/submit-form.server'
import { requireGuest } from '~/server/pages/guards.server'
import { resendForm } from './auth-forms.server'

/** Requests another verification letter and returns to `path`. */
export const sendLetterAgain = async ({ request, context }: ActionFunctionArgs, path: string) => {
  const { api } = await requireGuest(request, context)
  return submitIdempotentForm({ request, context }, resendForm, {
    call: (body, idempotencyKey) => api.submit('verifyEmailRequest', { idempotencyKey, body }),
    next: {
      message: 'Если адрес ждёт подтверждения, новое письмо уже в пути.',
      stays: true,
      to: path,
    },
  })
}

/** E-mail and password were right, but the e-mail is not verified yet. */
export const isUnverified = (failure: Failure) =>
  failure.kind === 'forbidden' && failure.code === problemCodes.emailNotVerified
