import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { staticFiles } from './static-files.server'

let server: Server
let folder = ''
const soonGone = ['assets/old-c3d4.js', 'builds/meta/old.json', 'old.svg']

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'static-'))
  mkdirSync(join(folder, 'client', 'assets'), { recursive: true })
  mkdirSync(join(folder, 'client', '.vite'))
  mkdirSync(join(folder, 'server'))
  writeFileSync(join(folder, 'client', 'assets', 'page-a1b2.js'), 'alert()')
  writeFileSync(join(folder, 'client', 'assets', 'page-a1b2.js.br'), 'compressed')
  mkdirSync(join(folder, 'client', 'builds', 'meta'), { recursive: true })
  writeFileSync(join(folder, 'client', 'builds', 'latest.json'), '{"id":"a1b2"}')
  writeFileSync(join(folder, 'client', 'builds', 'meta', 'a1b2.json'), '{"id":"a1b2"}')
  writeFileSync(join(folder, 'client', 'favicon.svg'), '<svg/>')
  for (const path of soonGone) writeFileSync(join(folder, 'client', path), 'old')
  writeFileSync(join(folder, 'client', 'favicon.ico'), 'icon')
  writeFileSync(join(folder, 'client', '.env'), 'SECRET=1')
  writeFileSync(join(folder, 'client', '.vite', 'manifest.json'), '{}')
  writeFileSync(join(folder, 'server', 'index.js'), 'secret')
  const app = express()
  app.use(staticFiles(join(folder, 'client')))
  app.use((_, res) => void res.status(418).end('a page'))
  server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  const outgoing = request({
    host: '127.0.0.1',
    port: address.port,
    path,
    headers,
    method,
    agent: false,
  }).end()
  const [answer] = await once(outgoing, 'response')
  let body = ''
  for await (const piece of answer) body += String(piece)
  return { status: Number(answer.statusCode), headers: answer.headers, body }
}

describe('static files', () => {
  test('have the type of icons, because browsers may not guess it', async () => {
    expect((await get('/favicon.ico')).headers['content-type']).toBe('image/x-icon')
    expect((await get('/favicon.svg')).headers['content-type']).toBe('image/svg+xml')
  })

  test('are cached for a year when their names are hashed', async () => {
    const { status, headers, body } = await get('/assets/page-a1b2.js')
    expect([status, body]).toEqual([200, 'alert()'])
    expect(headers['cache-control']).toBe('public,max-age=31536000,immutable')
    expect(headers['content-type']).toMatch(/javascript/)
  })

  test('are compressed for browsers that accept it', async () => {
    const { headers, body } = await get('/assets/page-a1b2.js', { 'accept-encoding': 'gzip, br' })
    expect(headers['content-encoding']).toBe('br')
    expect(headers.vary).toMatch(/Accept-Encoding/i)
    expect(body).toBe('compressed')
  })

  test('latest.json is not cached, the file of a build for ever', async () => {
    const latest = await get('/builds/latest.json')
    expect([latest.status, JSON.parse(latest.body)]).toEqual([200, { id: 'a1b2' }])
    expect(latest.headers['content-type']).toMatch(/^application\/json/)
    expect(latest.headers['cache-control']).toBe('no-cache')
    const meta = await get('/builds/meta/a1b2.json')
    expect([meta.status, JSON.parse(meta.body)]).toEqual([200, { id: 'a1b2' }])
    expect(meta.headers['cache-control']).toBe('public,max-age=31536000,immutable')
    for (const path of ['/builds/meta/other.json', '/builds/meta/', '/builds/', '/builds/..%2f.env'])
      expect((await get(path)).status).toBe(404)
  })

  test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])(
    'are not served for %s',
    async (method) => {
      for (const path of ['/assets/page-a1b2.js', '/builds/latest.json', '/assets/missing.js']) {
        const { status, headers, body } = await get(path, {}, method)
        expect([status, headers.allow, body]).toEqual([405, 'GET, HEAD', 'Method not allowed'])
      }
      expect((await get('/favicon.svg', {}, method)).status).toBe(418)
    },
  )

  test('leave a POST to the pages', async () => {
    for (const path of ['/assets/page-a1b2.js', '/builds/latest.json', '/favicon.svg'])
      expect((await get(path, {}, 'POST')).status).toBe(418)
  })

  test('of the root are cached for an hour', async () => {
    const { status, headers } = await get('/favicon.svg')
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('public,max-age=3600')
  })

  test.each([
    '/assets/missing.js',
    '/assets/',
    '/assets',
    '/assets/%00',
    '/assets/%E0%A4%A',
    '/assets/a/../b.js',
  ])('that do not exist are answered with 404: %s', async (path) => {
    const { status, headers } = await get(path)
    expect(status).toBe(404)
    expect(headers['cache-control'] ?? '').not.toContain('immutable')
    expect(headers['content-type']).toMatch(/text\/plain/)
  })

  test.each([
    '/assets/../../server/index.js',
    '/assets/..%2f..%2fserver%2findex.js',
    '/assets/%2e%2e/.env',
    '/.env',
    '/.vite/manifest.json',
    '/%2eenv',
    '/server/index.js',
    '/../server/index.js',
    '/favicon.svg/',
    '/FAVICON.svg',
    '/',
  ])('%s is not served', async (path) => {
    const { status, body } = await get(path)
    expect([404, 418]).toContain(status)
    expect(body).not.toMatch(/secret/i)
  })

  test.each(soonGone)('removed by a newer build end their own response, not the server: %s', async (path) => {
    rmSync(join(folder, 'client', path))
    await expect(get(`/${path}`)).rejects.toThrow('socket hang up')
    expect((await get('/assets/page-a1b2.js')).status).toBe(200)
  })
})
