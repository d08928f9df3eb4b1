import { startPortal } from './support/portal'
import { expect, test } from './test'

const setup = { upstream: 'embedded', demoData: false } as const

test('a stopping server reports it to the load balancer while it still answers visitors @scripts-off', async () => {
  const { url, stop } = await startPortal({ ...setup, settings: { SHUTDOWN_DELAY_S: '2' } })
  const status = async (path: string) => (await fetch(url + path)).status
  expect(await status('/health/ready')).toBe(200)

  const stopped = stop()
  await expect.poll(() => status('/health/ready'), { intervals: [20] }).toBe(503)
  expect([await status('/health'), await status('/login')]).toEqual([200, 200])
  await stopped
  await expect(status('/health')).rejects.toThrow()
})

test('a port in use is reported in one line @scripts-off', async () => {
  const { url, stop } = await startPortal({ ...setup, settings: {} })
  try {
    const { port } = new URL(url)
    const second = startPortal({ ...setup, settings: { PORT: port } })
    await expect(second).rejects.toThrow(new RegExp(`\\nPORT: ${port} is in use already$`))
  } finally {
    await stop()
  }
})
