import { expect, test, vi } from 'vitest'
import { freePort } from '../../support/free-port'
import { Browser } from '../support/browser'
import { TEST_SECRET } from '../support/portal'
import { startServer } from '../support/server-process'
import { startTraceCollector } from '../support/trace-collector'

const linesOf = (stdout: string): Record<string, unknown>[] =>
  stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

test('one trace goes from the request of the portal through the API to its queries and the gateway', async () => {
  const collector = await startTraceCollector()
  const [portalPort, apiPort] = [await freePort(), await freePort()]
  const publicUrl = new URL(`http://localhost:${portalPort}`)
  const apiUrl = `http://localhost:${apiPort}`
  const common = { ...collector.settings, METRICS_PORT: 'off', PUBLIC_URL: publicUrl.origin }
  const api = await startServer('api.js', {
    ...common,
    API_PORT: String(apiPort),
    DEMO_DATA: 'on',
    OTEL_SERVICE_NAME: 'portal-api',
  })
  const portal = await startServer('server.js', {
    ...common,
    PORT: String(portalPort),
    PRODUCT_API_URL: apiUrl,
    PAYMENT_ORIGINS: apiUrl,
    SESSION_SECRET: TEST_SECRET,
  })
  const visitor = new Browser(publicUrl, publicUrl.origin)
  const page = await visitor.get('/pay?account=4010028513')
  // More than are admitted at once, so that some begin when another one makes room.
  await Promise.all(Array.from({ length: 6 }, () => visitor.get('/pay?account=4010028513')))
  const pressed = await visitor.press(page, 'Оплатить', { email: 'planted@mail.example', amount: '123,45' })
  expect(pressed.status).toBe(303)
  const [, login = ''] = /Demo customer: (\S+),/.exec(api.stdout()) ?? []
  const forgotten = await visitor.post('/forgot-password', { email: login })
  await vi.waitFor(() => expect(api.stdout()).toContain('letter sent'), { timeout: 20_000, interval: 50 })
  // What is not sent yet is sent when they end.
  expect(await portal.stop()).toBe(0)
  expect(await api.stop()).toBe(0)

  const root = collector.spans.find(({ name }) => name === 'POST /pay')
  const ofTrace = collector.spans.filter(({ traceId }) => traceId === root?.traceId)
  const named = (name: string) => {
    const span = ofTrace.find((one) => one.name === name)
    if (!span) throw new Error(`No span ${name} among ${ofTrace.map((one) => one.name).join(', ')}`)
    return span
  }
  expect(named('POST /pay')).toMatchObject({ service: 'portal' })
  expect(named('call guestPayment')).toMatchObject({ service: 'portal', parentSpanId: root?.spanId })
  expect(named('answer guestPayment')).toMatchObject({
    service: 'portal-api',
    parentSpanId: named('call guestPayment').spanId,
  })
  const answered = named('answer guestPayment').spanId
  expect(named('gateway create')).toMatchObject({ service: 'portal-api', parentSpanId: answered })
  expect(named('sql insert')).toMatchObject({ parentSpanId: expect.any(String) })
  expect(
    ofTrace.filter(({ name, parentSpanId }) => name === 'sql insert' && parentSpanId === answered),
  ).not.toEqual([])

  const callsOf = (traceId: string) =>
    collector.spans.filter((span) => span.traceId === traceId && span.name.startsWith('call ')).length
  const pages = collector.spans.filter(({ name, service }) => name === 'GET /pay' && service === 'portal')
  expect(pages.map((span) => callsOf(span.traceId))).toEqual(Array(7).fill(1))

  expect(collector.spans.find(({ name }) => name === 'send password-reset')?.attributes).toContainEqual({
    key: 'portal.request_id',
    value: { stringValue: forgotten.headers['x-request-id'] },
  })

  // The same ids stand in the lines of both logs.
  const traceId = root?.traceId
  const [ofPortal] = linesOf(portal.stdout()).filter(
    (line) => line.msg === 'request' && line.method === 'POST',
  )
  expect(ofPortal).toMatchObject({ route: '/pay', traceId, requestId: pressed.headers['x-request-id'] })
  const ofApi = linesOf(api.stdout()).find((line) => line.msg === 'request' && line.traceId === traceId)
  expect(ofApi).toMatchObject({ requestId: pressed.headers['x-request-id'] })

  for (const secret of ['planted', login, '4010028513', TEST_SECRET])
    expect(collector.text()).not.toContain(secret)
  collector.close()
})

test('without a receiver there is no trace, and no id of one in the log', async () => {
  const port = await freePort()
  const server = await startServer('server.js', { PORT: String(port), METRICS_PORT: 'off', DEMO_DATA: 'off' })
  await fetch(`http://localhost:${port}/login`)
  await server.stop()
  expect(server.stdout()).toContain('"request"')
  expect(server.stdout()).not.toContain('traceId')
})
