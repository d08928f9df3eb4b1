import { endpoints } from 'contract/endpoints'
import type { Transport, TransportAnswer } from '../../api-client/transport'

const PREFIX = `${endpoints.page.path}?`

/** Asks for each content page once a request, and remembers what came. */
export class AskedContent {
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

  /** The content that this request asked for: the path, and what came, in a form to compare. */
  async list(): Promise<readonly (readonly [path: string, answer: string])[]> {
    return Promise.all(
      [...this.#answers].map(async ([asked, pending]) => {
        const path = new URLSearchParams(asked.slice(PREFIX.length)).get('path') ?? ''
        const answer = await pending.catch(() => null)
        return [path, answer ? `${answer.status} ${answer.body}` : ''] as const
      }),
    )
  }
}
