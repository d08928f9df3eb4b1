import { idempotencyKey } from 'contract/identifiers'
import type { ApiRequest } from './exchange'
import { Refusal } from './refusal'

/** The key that makes a repeated request the same one. Refuses with 400 when there is none, 422 when it is none. */
export const readIdempotencyKey = (request: ApiRequest): string => {
  const given = request.headers.get('idempotency-key')
  if (given === null) throw new Refusal(400, { message: 'В запросе нет ключа повторной отправки.' })
  return checkedKey(given)
}

/** The same where none is needed: empty when there is none. Refuses with 422 when it is none. */
export const readOptionalKey = (request: ApiRequest): string => {
  const given = request.headers.get('idempotency-key')
  return given === null ? '' : checkedKey(given)
}

const checkedKey = (given: string): string => {
  if (!/^[!-~]*$/.test(given) || !idempotencyKey.safeParse(given).success) {
    throw new Refusal(422, { message: 'Ключ повторной отправки должен быть от 16 до 64 знаков.' })
  }
  return given
}
