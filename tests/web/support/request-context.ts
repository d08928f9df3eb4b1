import type { AppLoadContext } from '@remix-run/node'
import type { EndpointName } from 'contract/endpoints'
import { createLog } from 'monitoring/create-log'
import type { TransportAnswer, TransportRequest } from '~/api-client/transport'
import { readPortalConfig } from '~/server/config.server'
import { UpstreamCookies } from '~/server/session/upstream-cookies.server'
import { Visitor } from '~/server/upstream/visitor.server'
import { customer, homeAccount } from './default-answers'

export type Answers = Partial<
  Record<EndpointName, Partial<Omit<TransportAnswer, 'body'>> & { body?: unknown }>
>

/** What the product API answers about a signed-in customer. */
const signedIn: Answers = {
  currentUser: { body: { data: customer } },
  defaultAccount: { body: { account: homeAccount.account } },
}

/**
 * The context of one request of a customer, or of a guest, and the names of the calls that were made for it. All but the
 * product API is real.
 */
export const requestContextWith = (
  answers: Answers = {},
  { isGuest = false, ...more }: Partial<AppLoadContext> & { isGuest?: boolean } = {},
) => {
  const cookies = new UpstreamCookies(isGuest ? [] : [{ name: 'sid', value: 'abc', expires: null }])
  const asked: EndpointName[] = []
  const transport = async ({ endpoint }: TransportRequest) => {
    asked.push(endpoint)
    const { body, ...answer } = { ...signedIn, ...answers }[endpoint] ?? {}
    const text = body === undefined ? '' : JSON.stringify(body)
    return { status: 200, retryAfter: null, setCookies: [], ...answer, body: text }
  }
  const log = createLog('silent')
  const config = readPortalConfig({
    PUBLIC_URL: 'https://portal.example.test',
    SESSION_SECRET: 'a secret of the tests that is longer than 32 characters',
  })
  const streamed = async (request: TransportRequest) => {
    const { body, ...answer } = await transport(request)
    return {
      ...answer,
      body: (async function* () {
        yield Buffer.from(body)
      })(),
    }
  }
  const context: AppLoadContext = {
    config,
    log,
    requestId: 'request',
    nonce: 'nonce',
    idempotencyKey: 'key',
    visitor: new Visitor({
      transport,
      streaming: Object.assign(transport, { stream: streamed }),
      cookies,
      headers: {},
      deviceHeaders: () => ({}),
      callTimeoutMs: 10_000,
      closed: () => new AbortController().signal,
      isForm: false,
      deadline: Date.now() + 60_000,
      log,
    }),
    baseData: { current: async () => null, latest: null, version: 0 },
    base: { version: 0, look: null },
    allowsOthers: true,
    needsDocument: false,
    cookieChoice: null,
    accessible: null,
    query: '',
    refusal: null,
    insteadOf: null,
    throttledForS: null,
    rawForm: null,
    flash: { received: null, next: null, shown: false },
    secondStep: { token: async () => null, next: null },
    registration: { recent: async () => null, next: null },
    form: { state: 'none' },
    byScripts: false,
    testPayments: false,
    prefetch: false,
    page: null,
    download: null,
    replyHeaders: new Headers(),
    ...more,
  }
  return { context, asked }
}
