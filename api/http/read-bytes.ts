import { Refusal } from 'api/refusal'
import type { ApiRequest } from './exchange'
import { requestWords as words } from './http.words'
import { readAtMost } from './read-at-most'

const maxBytes = 64 * 1024

/** The body of a request. Throws a 413 refusal above 64 KiB, whatever Content-Length says. */
export const readBytes = async (request: ApiRequest): Promise<Uint8Array> => {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge()
  if (!request.body) return new Uint8Array()
  if (typeof request.body === 'string') {
    const bytes = Buffer.from(request.body)
    if (bytes.byteLength > maxBytes) throw tooLarge()
    return bytes
  }
  const bytes = await readAtMost(request.body, maxBytes)
  if (!bytes) throw tooLarge()
  return bytes
}

const tooLarge = () => new Refusal(413, { message: words.tooLarge })
