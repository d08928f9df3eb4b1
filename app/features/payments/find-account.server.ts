import type { Failure } from '~/api-client/failure'
import { accountNumber } from '~/server/forms/field-rules.server'
import { waitInWords } from '~/server/forms/wait-in-words.server'
import type { Api } from '~/server/pages/guards.server'
import type { FormReply } from '~/ui/post-form/form-reply'
import { accountForm } from './account-form.server'

/** The account of the address as its owner recognises it; null for what the API does not tell. */
export interface FoundAccount {
  account: string
  address: string | null
  /** Kopecks; above zero is owed. */
  balance: number | null
}

export type FindAccount =
  | { ok: true; found: FoundAccount }
  | { ok: false; status: number; retryAfter: string | null; reply: FormReply }

/**
 * Asks whether the account of the address can be paid. What fails is said by the form of the first step, where the
 * number stays as it was typed: this is that form's answer, which Back and a reload may repeat.
 */
export const findAccount = async (api: Api, typed: string): Promise<FindAccount> => {
  const judged = accountNumber.safeParse(typed)
  if (!judged.success) {
    return comeBack(400, typed, { account: judged.error.issues.map(({ message }) => message) })
  }
  const account = judged.data
  const result = await api.submit('payCheck', { body: { account } })
  if (!result.ok) return refusalOf(result.failure, typed)
  const { addressMasked, balance } = result.answer.data
  return { ok: true, found: { account, address: addressMasked?.trim() || null, balance: balance ?? null } }
}

const unknown = 'Такого лицевого счёта нет. Сверьте номер с квитанцией.'

const refusalOf = (failure: Failure, typed: string): FindAccount => {
  switch (failure.kind) {
    case 'missing':
    case 'gone':
      return comeBack(404, typed, { account: [failure.message || unknown] })
    case 'invalid': {
      const words = [failure.message, ...Object.values(failure.errors).flat()].filter(Boolean)
      return comeBack(400, typed, { account: [...new Set(words)].slice(-1) })
    }
    case 'throttled': {
      const words = `${failure.message || 'Слишком много попыток.'} ${waitInWords(failure.retryAfter)}`
      return comeBack(429, typed, { '': [words] }, failure.retryAfter)
    }
    case 'unavailable': {
      const words = 'Сервис временно недоступен. Попробуйте ещё раз.'
      return comeBack(failure.status, typed, { '': [words] }, failure.retryAfter)
    }
    case 'unauthorized':
    case 'forbidden':
      return comeBack(403, typed, { '': [failure.message || 'Этот счёт нельзя оплатить здесь.'] })
    case 'conflict':
      return comeBack(400, typed, { '': [failure.message || 'Этот счёт сейчас нельзя оплатить.'] })
  }
}

const comeBack = (
  status: number,
  typed: string,
  error: Record<string, string[]>,
  retryAfter: string | null = null,
): FindAccount => ({
  ok: false,
  status,
  retryAfter,
  reply: {
    form: accountForm.name,
    submission: { status: 'error', initialValue: { account: typed }, error },
    notice: null,
    code: null,
    proof: null,
  },
})
