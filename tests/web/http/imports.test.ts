import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { importProcess } from 'api/company-data'
import { runApi } from 'api/run-api'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createEmbeddedTransport } from '~/api-client/embedded-transport.server'
import { environmentOf, openImportWorld } from '../../api/support/import-world'
import { testProgram } from '../../api/support/test-programs'
import { openForTests } from '../../support/open-for-tests'
import { isAtLeast } from '../support/log-levels'
import { startPortal, type TestPortal } from '../support/portal'

vi.setConfig({ testTimeout: 120_000 })

const token = 'a-token-of-the-billing-with-32-characters'
const program = testProgram('admin')

const world = openForTests(() => openImportWorld('sqlite'))
let api: Awaited<ReturnType<typeof runApi>>
let portal: TestPortal

beforeAll(async () => {
  await world.example('accounts', '--apply')
  const { dataDir, databaseUrl } = world.fresh
  api = await runApi(
    { ...world.config, dataDir, databaseUrl, importTokens: [token], importMaxBytes: 1_000_000 },
    world.log,
    { logRequests: false, runImport: importProcess(program(), environmentOf(world)) },
  )
  const fetch = async (request: Request) => api.fetch(request)
  portal = await startPortal(createEmbeddedTransport({ ask: api.ask, fetch }), { embeddedApi: fetch })
})
afterAll(async () => {
  await portal.close()
  await api.close()
})

const tableOf = (lines: number) =>
  `id;account;day;amount\n${Array.from({ length: lines }, (_, at) => `н${at};200100017;2020-10-02;1,00\n`).join('')}`

const post = (body: string, headers: Record<string, string> = { authorization: `Bearer ${token}` }) =>
  fetch(new URL('/imports/payments?dry-run=1', portal.server), { method: 'POST', body, headers })

const filesOfRequests = () => readdirSync(join(world.fresh.dataDir, 'imports'))

test('a portal passes a table on to its embedded API, also one that is larger than any form', async () => {
  const answer = await post(tableOf(5_000))
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ outcome: 'checked', lines: 5_000 })
})

test('the limits and the token are those of the API', async () => {
  expect((await post(tableOf(1), {})).status).toBe(401)
  expect((await post(tableOf(50_000))).status).toBe(413)
  expect((await fetch(new URL('/imports/payments', portal.server), { method: 'PUT' })).status).toBe(405)
})

test('a table whose sender goes away is no error', async () => {
  const tellings = vi.spyOn(world.log, 'info')
  const complaints = vi.spyOn(world.log, 'error')
  const upload = request(new URL('/imports/payments?dry-run=1', portal.server), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-length': '1000' },
  })
  upload.on('error', () => {})
  upload.write(tableOf(10))
  await once(upload, 'socket')
  await vi.waitFor(() => expect(filesOfRequests()).toHaveLength(1))
  upload.destroy()
  await vi.waitFor(() => expect(portal.log.at(-1)).toMatchObject({ msg: 'request', whole: false }))
  const requestId = portal.log.at(-1)?.requestId
  expect(requestId).toEqual(expect.any(String))
  await vi.waitFor(() =>
    expect(tellings).toHaveBeenCalledWith({ requestId, kind: 'payments' }, 'an upload broke off'),
  )
  expect(complaints).not.toHaveBeenCalled()
  expect(portal.log.filter(isAtLeast('warn'))).toEqual([])
  await vi.waitFor(() => expect(filesOfRequests()).toEqual([]))
})
