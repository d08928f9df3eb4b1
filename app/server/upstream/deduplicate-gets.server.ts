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
