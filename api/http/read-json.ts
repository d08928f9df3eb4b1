import { Refusal } from 'api/refusal'
import type { ApiRequest } from './exchange'
import { requestWords as words } from './http.words'
import { readBytes } from './read-bytes'

const unreadable = () => new Refusal(400, { message: words.unreadable })

/**
 * The JSON body of a request; `{}` without a body, whatever its headers say. Throws a refusal: 413 above 64 KiB, 415 for
 * another content type, 400 for invalid JSON.
 */
export const readJson = async (request: ApiRequest): Promise<unknown> => {
  const bytes = await readBytes(request)
  if (bytes.length === 0) return {}
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw new Refusal(415, { message: words.notJson })
  }
  const text = decode(bytes)
  try {
    return JSON.parse(text, withoutNul)
  } catch {
    throw unreadable()
  }
}

/** PostgreSQL can't store NUL in a text. */
const withoutNul = (_key: string, value: unknown) => {
  if (typeof value === 'string') refuseNul(value)
  return value
}

export const refuseNul = (text: string) => {
  if (text.includes('\0')) throw unreadable()
}

const decode = (bytes: Uint8Array) => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unreadable()
  }
}
