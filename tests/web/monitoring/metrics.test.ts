import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { databases, freshDatabase } from '../../support/databases'
import { startFaultProxy } from '../../support/fault-proxy'
import { freePort } from '../../support/free-port'
import { Browser } from '../support/browser'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import { metricsAt } from '../support/metrics'
import { TEST_SECRET } from '../support/portal'
import { endedProcess, type ServerProcess, startServer } from '../support/server-process'

const upstream = await fakeUpstreamOfThisFile()
const running: ServerProcess[] = []

const started = async (file: string, settings: Record<string, string> = {}) => {
  const [port, metricsPort] = [await freePort(), await freePort()]
  const ports = { PORT: String(port), API_PORT: String(port), METRICS_PORT: String(metricsPort) }
  const server = await startServer(file, { ...ports, ...settings })
  running.push(server)
  const url = new URL(`http://localhost:${port}`)
  return { server, url, visitor: new Browser(url, url.origin), metrics: () => metricsAt(metricsPort) }
}

afterEach(async () => {
  for (const server of running.splice(0)) await server.stop()
})

describe('the metrics of a portal with the embedded API', () => {
  test('count requests by route and status, and calls by endpoint, apart from what visitors see', async () => {
    const { server, url, visitor, metrics } = await started('server.js')
    await visitor.get('/login')
    await visitor.get('/verify-email/planted0token?code=planted1code')
    await visitor.get('/pay?account=4010028513')
    const [, login = '', password = ''] = /Demo customer: (\S+), password: (.+)/.exec(server.stdout()) ?? []
    await visitor.press(await visitor.get('/login'), 'Войти', { email: login, password })
    await visitor.get('/personal')

    // A request has ended when its connection says so, a little after the visitor has the answer.
    const told = await vi.waitFor(async () => {
      const now = await metrics()
      expect(now.of('portal_http_request_duration_seconds_count{route="/personal/"}')).toBe(1)
      return now
    })
    expect(told.of('portal_http_requests_total{method="GET",route="/login",status="200"}')).toBe(2)
    expect(told.of('portal_http_requests_total{method="POST",route="/login",status="303"}')).toBe(1)
    expect(told.of('portal_upstream_calls_total{endpoint="login",status="200"}')).toBe(1)
    expect(told.of('portal_api_calls_total{endpoint="login",status="200"}')).toBe(1)
    expect(told.of('portal_upstream_calls_total{endpoint="accounts",status="200"}')).toBeGreaterThan(0)
    expect(told.of('portal_http_requests_in_work')).toBe(0)
    expect(told.of('portal_http_requests_waiting{class="guest page"}')).toBe(0)
    expect(told.of('portal_database_up')).toBe(1)
    expect(told.of('portal_letters{state="waiting"}')).toBeGreaterThanOrEqual(0)
    expect(told.of('portal_payments_open{state="pending",age="10m"}')).toBe(0)
    expect(told.of('portal_step_last_end_timestamp_seconds{step="outbox"}')).toBeGreaterThan(1e9)
    expect(told.of('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
    expect(told.of('process_resident_memory_bytes')).toBeGreaterThan(1e6)
    for (const secret of ['planted', '4010028513', login]) expect(told.text).not.toContain(secret)
    // They are not on the port of visitors.
    expect((await fetch(new URL('/metrics', url))).status).toBe(404)
  })
})

test('the metrics of a portal before another product API tell how its calls end', async () => {
  upstream.on('payCheck', { status: 500 })
  const { visitor, metrics } = await started('server.js', {
    PRODUCT_API_URL: upstream.url.href,
    PRODUCT_API_TIMEOUT_MS: '300',
    SESSION_SECRET: TEST_SECRET,
  })
  await visitor.get('/pay?account=4010028513')
  upstream.on('payCheck', 'hang')
  await visitor.get('/pay?account=4010028513')
  const told = await metrics()
  expect(told.of('portal_upstream_calls_total{endpoint="payCheck",status="500"}')).toBe(1)
  expect(told.of('portal_upstream_calls_total{endpoint="payCheck",status="timeout"}')).toBe(1)
  expect(told.names.filter((name) => name.startsWith('portal_api') || name.includes('database'))).toEqual([])
})

test('the API alone has its own metrics', async () => {
  const { url, metrics } = await started('api.js', { DEMO_DATA: 'off' })
  await fetch(new URL('/api/v1/users/get-current-auth/', url))
  await fetch(new URL('/nowhere/4010028513', url))
  const told = await metrics()
  expect(told.of('portal_api_calls_total{endpoint="currentUser",status="200"}')).toBe(1)
  expect(told.of('portal_api_calls_total{endpoint="unknown",status="404"}')).toBe(1)
  expect(told.of('portal_database_up')).toBe(1)
})

describe('the port of the metrics', () => {
  test('can be switched off', async () => {
    const { server } = await started('server.js', { DEMO_DATA: 'off', METRICS_PORT: 'off' })
    expect(server.stdout()).not.toContain('metrics')
  })

  test.each(['server.js', 'api.js'])('that was chosen and is taken keeps %s from starting', async (file) => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = address && typeof address !== 'string' ? String(address.port) : ''
    const { code, stderr } = await endedProcess(file, {
      PORT: '0',
      API_PORT: '0',
      DEMO_DATA: 'off',
      METRICS_PORT: port,
    })
    other.close()
    expect(code).toBe(1)
    expect(stderr).toMatch(/^METRICS_PORT: [^\n]+\n$/)
  })

  test('that was not chosen and is taken does not', async () => {
    // Another server of this machine may have it already.
    const other = createServer()
    await new Promise((resolve) => {
      other.once('listening', resolve).once('error', resolve)
      other.listen(9464, '127.0.0.1')
    })
    const { server, visitor } = await started('server.js', { DEMO_DATA: 'off', METRICS_PORT: '' })
    expect(server.stdout()).toContain('metrics are not served')
    expect((await visitor.get('/login')).status).toBe(200)
    other.close()
  })
})

describe.skipIf(!databases.includes('postgres'))('with a database that does not answer', () => {
  test('what is counted in it is absent, the rest is told, and it comes back', async () => {
    const fresh = await freshDatabase('postgres')
    const proxy = await startFaultProxy(new URL(fresh.databaseUrl ?? ''))
    const { metrics } = await started('api.js', {
      DATABASE_URL: proxy.url,
      DATABASE_TIMEOUT_MS: '1000',
      PAYMENT_GATEWAY: 'sandbox',
      SMTP_URL: 'file:',
      DEMO_DATA: 'off',
    })
    await proxy.break('frozen')
    await vi.waitFor(
      async () => {
        const told = await metrics()
        expect(told.of('portal_database_up')).toBe(0)
        expect(told.text).not.toMatch(/^portal_(letters|payments_open|step_lag)/m)
        expect(told.of('process_resident_memory_bytes')).toBeGreaterThan(0)
      },
      { timeout: 20_000, interval: 100 },
    )
    await proxy.mend()
    await vi.waitFor(async () => expect((await metrics()).of('portal_database_up')).toBe(1), {
      timeout: 20_000,
      interval: 100,
    })
    await proxy.close()
    await fresh.drop()
  })
})
