import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { expect, test, vi } from 'vitest'
import { freshDatabase } from '../../support/databases'
import { freePort } from '../../support/free-port'
import { Browser } from '../support/browser'
import { TEST_SECRET } from '../support/portal'
import { startServer } from '../support/server-process'

test('the id of a request is in the answer, in both logs, and in the letter that it leads to', async () => {
  const { dataDir, drop } = await freshDatabase('sqlite')
  const [portalPort, apiPort] = [await freePort(), await freePort()]
  const publicUrl = new URL(`http://localhost:${portalPort}`)
  const common = { METRICS_PORT: 'off', PUBLIC_URL: publicUrl.origin }
  const api = await startServer('api.js', {
    ...common,
    API_PORT: String(apiPort),
    DEMO_DATA: 'on',
    DATA_DIR: dataDir,
  })
  const portal = await startServer('server.js', {
    ...common,
    PORT: String(portalPort),
    PRODUCT_API_URL: `http://localhost:${apiPort}`,
    SESSION_SECRET: TEST_SECRET,
  })
  const [, email = ''] = /Demo customer: (\S+),/.exec(api.stdout()) ?? []
  const visitor = new Browser(publicUrl, publicUrl.origin)
  const asked = await visitor.post('/forgot-password', { email })
  const requestId = asked.headers['x-request-id']
  expect(requestId).toMatch(/^[\w-]{36}$/)

  await vi.waitFor(() => expect(api.stdout()).toContain('letter sent'), { timeout: 20_000 })
  const outbox = join(dataDir, 'outbox')
  const [file = 'none'] = readdirSync(outbox).filter((name) => name.includes('password-reset'))
  const letter = await PostalMime.parse(readFileSync(join(outbox, file)))
  expect(letter.headers).toContainEqual(expect.objectContaining({ key: 'x-request-id', value: requestId }))
  await portal.stop()
  await api.stop()

  const saidBy = (server: typeof api) =>
    server
      .stdout()
      .split('\n')
      .filter((line) => line.startsWith('{') && line.includes(String(requestId)))
      .map((line) => JSON.parse(line).msg)
  expect(saidBy(portal)).toEqual(['request'])
  expect(saidBy(api)).toEqual(['request', 'letter sent'])
  await drop()
})
