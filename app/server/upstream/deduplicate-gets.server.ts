import type { Transport, TransportAnswer } from '../../api-client/transport'

/** The calls that change something although they are GETs. */
const CHANGES_BY_GET = /^\/api\/v1\/users\/(?:verify-email\/|change-email(?:\?|$))/

/**
 * Asks for the same thing once until something is changed: in a request that posts a form, what its action has asked
 * for is not asked again by the loader of the page that comes back.
 */
export const askedOnce = (transport: Transport): Transport => {
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
