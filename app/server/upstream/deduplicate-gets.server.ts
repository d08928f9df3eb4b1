import { endpoints } from 'contract/endpoints'
import type { Transport, TransportAnswer } from '../../api-client/transport'

/** GETs that change something. */
const CHANGES_BY_GET = /^\/api\/v1\/users\/(?:verify-email\/|change-email(?:\?|$))/

/**
 * Sends equal GETs of one request once, until a call changes something: when a posted form comes back, its loaders reuse
 * what its action has fetched.
 */
export const deduplicateGets = (transport: Transport): Transport => {
  const answers = new Map<string, Promise<TransportAnswer>>()
  return async (request) => {
    if (request.method !== 'GET' || CHANGES_BY_GET.test(request.path)) {
      answers.clear()
      return transport(request).finally(() => answers.clear())
    }
    const answer = answers.get(request.path) ?? transport(request)
    answers.set(request.path, answer)
    return answer
  }
}

const PREFIX = `${endpoints.page.path}?`

/** Fetches each content page once per request, and records the answers. */
export class ContentCalls {
  readonly #answers = new Map<string, Promise<TransportAnswer>>()
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  readonly transport: Transport = (request) => {
    if (request.method !== 'GET' || !request.path.startsWith(PREFIX)) return this.#transport(request)
    const answer = this.#answers.get(request.path) ?? this.#transport(request)
    this.#answers.set(request.path, answer)
    return answer
  }

  /** The content that this request has fetched: its path, and the answer as a text to compare. */
  async list(): Promise<readonly (readonly [path: string, answer: string])[]> {
    return Promise.all(
      [...this.#answers].map(async ([call, pending]) => {
        const path = new URLSearchParams(call.slice(PREFIX.length)).get('path') ?? ''
        const answer = await pending.catch(() => null)
        return [path, answer ? `${answer.status} ${answer.body}` : ''] as const
      }),
    )
  }
}
