import { typedAccountNumber } from 'contract/identifiers'
import { shownText } from 'format/shown-text'
import type { Failure } from '~/api-client/failure'
import { errorsOfRefusal } from '~/server/forms/read-form.server'
import { tooManyTries } from '~/server/http/retry-after.server'
import type { Api } from '~/server/pages/guards.server'
import type { FormReply } from '~/ui/post-form/form-reply'
import { accountForm } from './account-form.server'

/** The account in the address with details its owner recognises; null for what the API does not return. */
export interface PayableAccount {
  account: string
  address: string | null
  /** Kopecks; above zero is a debt. */
  balance: number | null
  /** Whether only a sum of a bill can be paid. */
  billSumOnly: boolean
}

export type FindAccount =
  | { ok: true; account: PayableAccount }
  | { ok: false; status: number; retryAfter: string | null; reply: FormReply }

/**
 * Checks whether the account in the address can be paid. A failure is shown as the first step's rejected form with the
 * typed number; being a GET, it can be reloaded. `requestId`: of this page's request.
 */
export const findAccount = async (api: Api, typed: string, requestId: string): Promise<FindAccount> => {
  const parsed = typedAccountNumber.safeParse(typed)
  if (!parsed.success) {
    return formReply(400, typed, { account: parsed.error.issues.map(({ message }) => message) })
  }
  const account = parsed.data
  const result = await api.submit('payCheck', { body: { account } })
  if (!result.ok) return rejectionOf(result.failure, typed, requestId)
  const { addressMasked, balance, billSumOnly } = result.answer.data
  const address = shownText(addressMasked)
  return {
    ok: true,
    account: { account, address, balance: balance ?? null, billSumOnly: billSumOnly ?? false },
  }
}

const unknown = 'Такого лицевого счёта нет. Сверьте номер с квитанцией.'

const rejectionOf = (failure: Failure, typed: string, requestId: string): FindAccount => {
  switch (failure.kind) {
    case 'gone':
      return formReply(400, typed, { account: [failure.message || unknown] })
    case 'missing':
      return formReply(404, typed, { account: [failure.message || unknown] })
    case 'invalid': {
      const { form, fields } = errorsOfRefusal(failure, ['account'])
      return formReply(400, typed, { ...fields, '': form })
    }
    case 'throttled': {
      const { message, retryAfter } = failure
      return formReply(429, typed, { '': [tooManyTries(message, retryAfter)] }, { retryAfter })
    }
    case 'unavailable': {
      const words = 'Сервис временно недоступен. Попробуйте ещё раз.'
      const { status, retryAfter } = failure
      return formReply(status, typed, { '': [words] }, { retryAfter, requestId })
    }
    case 'unauthorized':
    case 'forbidden':
      return formReply(403, typed, { '': [failure.message || 'Этот лицевой счёт нельзя оплатить здесь.'] })
    case 'conflict':
      return formReply(400, typed, { '': [failure.message || 'Этот лицевой счёт сейчас нельзя оплатить.'] })
  }
}

const formReply = (
  status: number,
  typed: string,
  error: Record<string, string[]>,
  { retryAfter = null, requestId = null }: { retryAfter?: string | null; requestId?: string | null } = {},
): FindAccount => ({
  ok: false,
  status,
  retryAfter,
  reply: {
    form: accountForm.name,
    submission: { status: 'error', initialValue: { account: typed }, error },
    flash: null,
    code: null,
    requestId,
    proof: null,
  },
})
