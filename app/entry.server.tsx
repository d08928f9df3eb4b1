import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import type { Log } from 'monitoring/log'
import type { ReactElement } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { NonceProvider, WithoutScriptsProvider } from './document/page-scripts'
import { withPageState } from './framework/page-state.server'
import { withScriptsLast } from './framework/script-priority.server'
import { type FragmentCache, FragmentCacheProvider } from './layouts/fragment-cache'
import { createFragmentCache } from './server/pages/fragment-cache.server'

/** No loader defers data, so Remix has nothing to wait for after the page. */
export const streamTimeout = 0

/** What React renders in place of a component that is not loaded yet (React.lazy). */
const SUSPENDED = '<!--$!-->'

/** Answers with the complete page, and in it the loaders' data for the browser, see `withPageState`. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const { nonce, log } = context
  const withoutScripts = context.insteadOf !== null
  // In development Remix's scripts wait for its own stream.
  const remixContext = import.meta.env.PROD ? withPageState(entryContext) : entryContext
  const pageWith = (cache: FragmentCache | null) => (
    <NonceProvider value={nonce}>
      <WithoutScriptsProvider value={withoutScripts}>
        <FragmentCacheProvider value={cache}>
          <RemixServer context={remixContext} url={request.url} nonce={nonce} />
        </FragmentCacheProvider>
      </WithoutScriptsProvider>
    </NonceProvider>
  )
  const page = import.meta.env.PROD
    ? await drawPage(pageWith, log)
    : await renderWhenLoaded(pageWith(null), log)
  context.page = Buffer.from(page)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(null, { status, headers })
}

const drawPage = async (
  pageWith: (cache: FragmentCache | null) => ReactElement,
  log: Log,
): Promise<string> => {
  const cache = createFragmentCache()
  const html = renderToString(pageWith(cache))
  const whole = html.includes(SUSPENDED)
    ? await renderWhenLoaded(pageWith(null), log)
    : `<!DOCTYPE html>${cache.storeFrom(html)}`
  // No NUL is valid in HTML: an address may hold one, and React 18 can write one where a letter crosses its buffer's end.
  return withScriptsLast(whole.replaceAll('\0', ''))
}

/** Renders after lazy components are loaded; each is loaded once per process. */
const renderWhenLoaded = (page: ReactElement, log: Log): Promise<string> =>
  new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      // Above this size React would insert content by inline scripts.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        text(pipe(new PassThrough())).then(resolve, reject)
      },
      onShellError: reject,
      onError(error) {
        log.error({ err: error }, 'page could not be drawn')
      },
    })
  })

export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs) {
  if (!request.signal.aborted) context.log.error({ err: error }, 'route failed')
}
