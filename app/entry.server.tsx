import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import type { ReactElement } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { NonceProvider } from './document/nonce'
import { pageDataScript } from './framework/page-data-script.server'
import { type KeptParts, KeptPartsProvider } from './layouts/fragment-cache'
import type { Log } from './server/log.server'
import { createKeptParts } from './server/pages/fragment-cache.server'

/** Nothing is deferred, so Remix need not wait for anything with a finished request's data. */
export const streamTimeout = 0

/** What React leaves in the place of something that was not loaded yet when the page was drawn. */
const HOLE = '<!--$!-->'

/**
 * Answers with the finished page in one piece: drawn into one text, after it the data that the browser's scripts start
 * from, which Remix would have React draw piece by piece.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...remixContext }: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const { nonce, log } = context
  const pageWith = (parts: KeptParts | null) => (
    <NonceProvider value={nonce}>
      <KeptPartsProvider value={parts}>
        <RemixServer context={remixContext} url={request.url} nonce={nonce} />
      </KeptPartsProvider>
    </NonceProvider>
  )
  const parts = import.meta.env.PROD ? createKeptParts() : null
  const drawn = renderToString(pageWith(parts))
  const html = drawn.includes(HOLE)
    ? await drawWhole(pageWith(null), log)
    : `<!DOCTYPE html>${parts ? parts.takeFrom(drawn) : drawn}`
  const data = await pageDataScript(serverHandoffStream, nonce)
  context.page = Buffer.from(html + data)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(null, { status, headers })
}

/** Waits for what is loaded when it is first drawn: once in a server's life. */
const drawWhole = (page: ReactElement, log: Log): Promise<string> =>
  new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      // Nothing is put in its place by a script: that is how React sends what is longer than this.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        // React 18 can leave a NUL where a Cyrillic letter straddles its buffer.
        text(pipe(new PassThrough())).then((html) => resolve(html.replaceAll('\0', '')), reject)
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
