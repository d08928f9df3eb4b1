import { Refusal } from 'api/refusal'
import { idempotencyKey } from 'contract/identifiers'
import type { ApiRequest } from './exchange'
import { requestWords as words } from './http.words'

/** The required idempotency key. Throws a refusal: 400 when it is missing, 422 when it is invalid. */
export const readIdempotencyKey = (request: ApiRequest): string => {
  const given = request.headers.get('idempotency-key')
  if (given === null) throw new Refusal(400, { message: words.noKey })
  return checkedKey(given)
}

/** The optional idempotency key, empty when it is missing. Throws a 422 refusal when it is invalid. */
export const readOptionalKey = (request: ApiRequest): string => {
  const given = request.headers.get('idempotency-key')
  return given === null ? '' : checkedKey(given)
}

const checkedKey = (given: string): string => {
  const key = idempotencyKey.safeParse(given)
  if (!key.success) throw new Refusal(422, { message: words.badKey })
  return key.data
}
