import { Writable } from 'node:stream'
import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import { renderToPipeableStream } from 'react-dom/server'
import { NonceProvider } from './nonce'

/** Nothing is deferred, so Remix need not keep a finished request's data for its usual five seconds. */
export const streamTimeout = 2_000

/** Answers with the finished page in one piece. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const { nonce, log } = context
  return new Promise((resolve, reject) => {
    const page = renderToPipeableStream(
      <NonceProvider value={nonce}>
        <RemixServer context={remixContext} url={request.url} nonce={nonce} />
      </NonceProvider>,
      {
        nonce,
        // Nothing is put in its place by a script: that is how React sends what is longer than this.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          headers.set('Content-Type', 'text/html; charset=utf-8')
          page.pipe(
            collect((html) => {
              context.page = html
              resolve(new Response(null, { status, headers }))
            }),
          )
        },
        onShellError: reject,
        onError(error) {
          log.error({ err: error }, 'page could not be drawn')
        },
      },
    )
  })
}

const collect = (done: (html: Buffer) => void) => {
  const chunks: Buffer[] = []
  return new Writable({
    write(chunk: Buffer, _encoding, next) {
      chunks.push(Buffer.from(chunk))
      next()
    },
    final(next) {
      done(withoutNul(Buffer.concat(chunks)))
      next()
    },
  })
}

/** React 18 can leave a NUL byte where a Cyrillic letter straddles its buffer of 2 KB. */
const withoutNul = (html: Buffer) => {
  const kept: Buffer[] = []
  let from = 0
  for (let at = html.indexOf(0); at !== -1; at = html.indexOf(0, from)) {
    kept.push(html.subarray(from, at))
    from = at + 1
  }
  return from === 0 ? html : Buffer.concat([...kept, html.subarray(from)])
}

export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs) {
  if (!request.signal.aborted) context.log.error({ err: error }, 'route failed')
}
