import type { ServerResponse } from 'node:http'

/** The ways in which an upstream fails. */
export const faults = {
  /** The connection is reset before the first byte of the answer. */
  reset: (res) => res.socket?.resetAndDestroy(),
  /** Never answers. */
  hang: () => {},
  /** Valid headers, then one byte at a time, endlessly. */
  slow: (res) => {
    res.writeHead(200, JSON_TYPE)
    const drip = setInterval(() => res.write(' '), 20)
    res.once('close', () => clearInterval(drip))
  },
  'answers 500': (res) => problem(res, 500),
  'answers 500 with Retry-After': (res) => problem(res, 500, { 'retry-after': '30' }),
  'answers 503 with Retry-After': (res) => problem(res, 503, { 'retry-after': '120' }),
  'answers 504': (res) => problem(res, 504),
  'answers 418': (res) => problem(res, 418),
  'cuts its JSON': (res) => res.writeHead(200, JSON_TYPE).end('{"data":{"id":"us'),
  'cuts the connection': (res) => {
    res.writeHead(200, { ...JSON_TYPE, 'content-length': '4096' })
    res.write('{"data":')
    res.flushHeaders()
    setImmediate(() => res.destroy())
  },
  'answers 204': (res) => res.writeHead(204).end(),
  'answers HTML': (res) =>
    res
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><title>secret upstream</title><h1>It works!</h1>'),
  'answers HTML with 404': (res) =>
    res.writeHead(404, { 'content-type': 'text/html' }).end('<h1>secret upstream</h1>'),
  redirects: (res) => res.writeHead(302, { location: '/followed' }).end(),
  'redirects for good': (res) => res.writeHead(308, { location: '/followed' }).end(),
  'answers more than 5 MiB': (res) => {
    res.writeHead(200, JSON_TYPE)
    const lump = `"${'x'.repeat(512 * 1024)}",`
    res.write('{"data":[')
    const pour = () => {
      while (!res.destroyed && res.write(lump));
    }
    res.on('drain', pour)
    res.once('close', () => res.off('drain', pour))
    pour()
  },
  'leaves out what is required': (res) => res.writeHead(200, JSON_TYPE).end('{"data":{"unknown":true}}'),
} satisfies Record<string, (res: ServerResponse) => unknown>

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

export type Fault = keyof typeof faults

export const eachFault = Object.keys(faults).filter((kind): kind is Fault => kind in faults)

/** Whether only the portal's time limit ends a call with this fault. */
export const keepsWaiting = (kind: Fault) => kind === 'hang' || kind === 'slow'

/** The portal's status when a page's own call fails with this fault. */
export const statusOf: Record<Fault, { status: number; retryAfter?: string }> = {
  reset: { status: 502 },
  hang: { status: 504 },
  slow: { status: 504 },
  'answers 500': { status: 502 },
  'answers 500 with Retry-After': { status: 502, retryAfter: '30' },
  'answers 503 with Retry-After': { status: 503, retryAfter: '120' },
  'answers 504': { status: 502 },
  'answers 418': { status: 502 },
  'cuts its JSON': { status: 502 },
  'cuts the connection': { status: 502 },
  'answers 204': { status: 502 },
  'answers HTML': { status: 502 },
  'answers HTML with 404': { status: 502 },
  redirects: { status: 502 },
  'redirects for good': { status: 502 },
  'answers more than 5 MiB': { status: 504 },
  'leaves out what is required': { status: 502 },
}

/** Text that no visitor may see. */
export const UPSTREAM_SECRET = 'secret upstream'

const problem = (res: ServerResponse, status: number, headers: Record<string, string> = {}) =>
  res
    .writeHead(status, { ...JSON_TYPE, ...headers })
    .end(JSON.stringify({ message: UPSTREAM_SECRET, code: 'internal', stack: 'at secret upstream' }))
