import { once } from 'node:events'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Browser } from '../support/browser'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { isAtLeast } from '../support/log-levels'
import { portalOfThisFile, type TestPortal } from '../support/portal'
import { type Fault, statusOf, UPSTREAM_SECRET } from '../support/upstream-faults'

/** Long enough for calls that do answer, on a busy machine too. */
const TIMEOUT_MS = 400
const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)
const impatient = await portalOfThisFile(upstream, { env: { PRODUCT_API_TIMEOUT_MS: String(TIMEOUT_MS) } })

const FILE = '/personal/my-data.json'
const download = async (at = portal) => (await at.customer()).get(FILE)

const MIB = 1024 * 1024
const lump = Buffer.from(`"${'x'.repeat(64 * 1024 - 3)}",`)

/** An array of so many bytes, made no faster than it is taken. */
const write = async (res: ServerResponse, bytes: number, made = (_bytes: number) => {}) => {
  function* pieces() {
    yield '['
    for (let sent = 0; sent < bytes; sent += lump.length) {
      made(lump.length)
      yield lump
    }
    yield '0]'
  }
  // No error if the visitor leaves: the test itself checks what happens then.
  await pipeline(Readable.from(pieces()), res).catch(() => {})
}

/** The answer whose body is read by the test itself. */
const openRaw = async (visitor: Browser, { server, publicUrl }: TestPortal): Promise<IncomingMessage> => {
  const { hostname, port } = server
  const headers = { host: publicUrl.host, cookie: visitor.cookieHeader }
  const outgoing = request({ hostname, port, path: FILE, headers, agent: false }).end()
  const [answer] = await once(outgoing, 'response')
  return answer
}

beforeEach(() => {
  portal.log.length = 0
})

const logged = (msg: string) => portal.log.filter((line) => line.msg === msg)

describe('the file of my data', () => {
  test('is the document to the byte, as a download that nobody keeps', async () => {
    const text = '{ "имя": "Анна\\u0021",\n\n\t"суммы": [1.50, 2e3],"п":{}}\n'
    upstream.on('exportData', { stream: (res) => res.end(text) })
    const page = await download()
    expect(page.status).toBe(200)
    expect(page.html).toBe(text)
    expect(page.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(page.headers['content-disposition']).toMatch(
      /^attachment; filename="my-data-[\d-]{10}\.json"; filename\*=UTF-8''%D0%9C/,
    )
    expect(page.headers['cache-control']).toBe('private, no-store')
    expect(page.headers['content-encoding']).toBeUndefined()
    expect(upstream.named('exportData')).toHaveLength(1)
  })

  test('keeps the cookies that the product API gave with it', async () => {
    upstream.on('exportData', { body: {}, headers: { 'set-cookie': 'sid=new; Path=/' } })
    const visitor = await portal.customer()
    await visitor.get(FILE)
    await visitor.get('/personal/profile')
    expect(upstream.named('currentUser').at(-1)?.headers.cookie).toContain('sid=new')
  })

  test('may take any time, as long as pieces keep coming', async () => {
    upstream.on('exportData', {
      stream: async (res) => {
        for (const piece of ['[', ...Array(12).fill('1,'), '1]']) {
          res.write(piece)
          await wait(TIMEOUT_MS / 4)
        }
        res.end()
      },
    })
    expect((await download(impatient)).html).toBe(`[${'1,'.repeat(12)}1]`)
  })

  test('has no body for HEAD, and the call of it ends', async () => {
    let closed = false
    upstream.on('exportData', {
      stream: (res) => {
        res.once('close', () => {
          closed = true
        })
        res.write('[')
      },
    })
    const head = await (await portal.customer()).ask(FILE, { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(head.body).toHaveLength(0)
    await vi.waitFor(() => expect(closed).toBe(true))
  })

  test('is not begun by a client-side navigation', async () => {
    upstream.on('exportData', { body: { secret: 'in the file alone' } })
    expect((await (await portal.customer()).data(FILE)).html).not.toContain('in the file alone')
  })
})

describe('the file of my data, refused', () => {
  test('with 401, leads to the login and back, and drops the session', async () => {
    upstream.on('exportData', { status: 401, body: { message: UPSTREAM_SECRET } })
    const visitor = await portal.customer()
    const answer = await visitor.get(FILE)
    expect(answer).toHaveRedirect(`/login?${new URLSearchParams({ redirectTo: FILE })}`, 302)
    expect(visitor.cookies.has('session')).toBe(false)
    expect(await visitor.follow(answer)).toShowFlash('warning', /Сеанс закончился/)
  })

  test.each([
    [403, 403],
    [404, 404],
    [429, 429],
  ])('with %i, is the screen of %i', async (status, shown) => {
    const headers = { 'retry-after': '33' }
    upstream.on('exportData', { status, body: { message: UPSTREAM_SECRET }, headers })
    const page = await download()
    expect(page).toBeErrorScreen(shown)
    expect(page.html).not.toContain(UPSTREAM_SECRET)
    expect(page.headers['content-disposition']).toBeUndefined()
    expect(page.headers['retry-after']).toBe(status === 429 ? '33' : undefined)
  })

  const before: Fault[] = ['reset', 'hang', 'answers 503 with Retry-After', 'answers 204', 'answers HTML']

  test.each(before)('by a product API that %s, is the generic screen', async (kind) => {
    upstream.on('exportData', kind)
    const page = await download(kind === 'hang' ? impatient : portal)
    const { status, retryAfter } = statusOf[kind]
    expect(page).toBeErrorScreen(status)
    expect(page.headers['retry-after']).toBe(retryAfter)
    expect(page.headers['content-disposition']).toBeUndefined()
    expect(page.html).not.toContain(UPSTREAM_SECRET)
    expect(upstream.named('exportData')).toHaveLength(1)
  })
})

describe('the file of my data that breaks off', () => {
  const halves: [string, (res: ServerResponse) => unknown][] = [
    ['whose connection breaks', (res) => res.write('{"data":[1,', () => res.destroy())],
    ['that ends in the middle', (res) => res.end('{"data":[1,')],
    ['that goes on with a page of an error', (res) => res.end('{"data":[]}<h1>500</h1>')],
  ]

  test.each(halves)('%s is cut off, not ended', async (_, stream) => {
    upstream.on('exportData', { stream })
    const visitor = await portal.customer()
    await expect(visitor.get(FILE)).rejects.toThrow()
    // The visitor may notice before the portal has logged it, as with Node 24.
    await vi.waitFor(() => {
      expect(logged('request failed')).toHaveLength(1)
      expect(logged('request')).toMatchObject([{ route: '/personal/my-data.json', whole: false }])
    })
    expect((await visitor.get('/about')).status).toBe(200)
  })

  test('whose length was told and not kept is cut off', async () => {
    upstream.on('exportData', 'cuts the connection')
    await expect(download()).rejects.toThrow()
  })

  test('because nothing comes for too long is cut off in time', async () => {
    upstream.on('exportData', { stream: (res) => res.write('[1,') })
    const startedAt = performance.now()
    await expect(download(impatient)).rejects.toThrow()
    expect(performance.now() - startedAt).toBeLessThan(TIMEOUT_MS + 3_000)
  })
})

describe('the file of my data of 200 MB', () => {
  const SIZE = 200 * MIB

  test('passes through in little memory', async () => {
    upstream.on('exportData', { stream: (res) => write(res, SIZE) })
    const answer = await openRaw(await portal.customer(), portal)
    const before = process.memoryUsage().rss
    let most = before
    let size = 0
    for await (const chunk of answer) {
      size += chunk.length
      most = Math.max(most, process.memoryUsage.rss())
    }
    expect(size).toBeGreaterThan(SIZE)
    // The fake product API and the visitor are in the same process.
    expect(most - before).toBeLessThan(100 * MIB)
  }, 120_000)

  test('waits for a slow visitor, and ends when they leave', async () => {
    let sent = 0
    let closed = false
    upstream.on('exportData', {
      stream: (res) => {
        res.once('close', () => {
          closed = true
        })
        return write(res, SIZE, (bytes) => {
          sent += bytes
        })
      },
    })
    const answer = await openRaw(await portal.customer(), portal)
    answer.once('readable', () => answer.read(1))
    for (let before = -1; sent !== before; await wait(200)) before = sent
    // The buffers of the sockets on the way.
    expect(sent).toBeLessThan(40 * MIB)
    expect(closed).toBe(false)

    answer.on('error', () => {}).destroy()
    await vi.waitFor(() => expect(closed).toBe(true), { timeout: 5_000 })
    await vi.waitFor(() => expect(logged('request')).toMatchObject([{ whole: false }]))
    // A visitor who leaves is no error.
    expect(portal.log.filter(isAtLeast('error'))).toEqual([])
  }, 60_000)
})
