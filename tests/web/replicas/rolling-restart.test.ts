import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { describeOn, type FreshDatabase, freshDatabase } from '../../support/databases'
import { isLongRun, printFigure, times } from '../../support/long-run'
import {
  isInstalled,
  type ShippedProxy,
  shippedProxies,
  startShippedProxy,
} from '../../support/shipped-proxies'
import { startSteadyLoad } from '../../support/steady-load'
import { Browser } from '../support/browser'
import '../support/matchers'
import type { Page } from '../support/page'
import { PORTAL_ORIGIN, type Replicas, sharedSettings, startReplicas } from '../support/replicas'
import { demoLoginOf } from '../support/server-process'

vi.setConfig({ testTimeout: times(120_000, 3_600_000) })

const RESTARTS = times(2, 100)
const PER_SECOND = isLongRun ? 200 : 10
/** Few enough that no replica sheds load, which it may do when two cores run three replicas, a start and this test. */
const AT_ONCE = 10
const VISITORS = 6

/** Customers who are signed in, and a mix of requests to this address. */
const visitorsOf = async (url: URL, login: { email: string; password: string }) => {
  const customers: { visitor: Browser; profile: Page }[] = []
  for (let nth = 0; nth < VISITORS; nth++) {
    const visitor = new Browser(url, PORTAL_ORIGIN)
    await visitor.press(await visitor.get('/login'), 'Войти', login)
    customers.push({ visitor, profile: await visitor.get('/personal/profile') })
  }
  const guest = () => new Browser(url, PORTAL_ORIGIN)
  const customer = (nth: number) => {
    const one = customers[nth % VISITORS]
    if (!one) throw new Error('There is no such customer')
    return one
  }
  const opens = async (page: Promise<Page>, words: string) => {
    const { status, html } = await page
    expect([status, html.includes(words)]).toEqual([200, true])
  }

  /** In turn: half are pages of guests, a quarter a page of a customer, a quarter a form. */
  const mix: ((nth: number) => Promise<void>)[] = [
    () => opens(guest().get('/login'), 'Войти'),
    (nth) => opens(customer(nth).visitor.get('/personal'), 'Выйти'),
    () => opens(guest().get('/pay'), 'лицевого счёта'),
    async (nth) => {
      const { visitor, profile } = customer(nth)
      expect(await visitor.press(profile, 'Сохранить')).toHaveRedirect('/personal/profile', 303)
    },
  ]
  return async (nth: number) => {
    await mix[nth % mix.length]?.(Math.floor(nth / mix.length))
  }
}

/** Restarts one replica after another, and returns what became of the requests meanwhile. */
const restartUnderLoad = async (
  portals: Replicas,
  restarts: number,
  send: (nth: number) => Promise<void>,
) => {
  const load = startSteadyLoad({ perSecond: PER_SECOND, atOnce: AT_ONCE, send })
  for (let nth = 0; nth < restarts; nth++) await portals.restart(nth % portals.count)
  return load.stop()
}

describeOn('postgres', 'portals that are restarted one after another', () => {
  let fresh: FreshDatabase
  let portals: Replicas
  let proxy: ShippedProxy | undefined

  const start = async (count: number, shutdownDelay: string) => {
    portals = await startReplicas({
      file: 'server.js',
      count,
      settings: (port) => ({ ...sharedSettings(fresh), PORT: port, SHUTDOWN_DELAY_S: shutdownDelay }),
    })
  }

  beforeEach(async () => {
    fresh = await freshDatabase('postgres')
  })
  afterEach(async () => {
    await proxy?.close()
    proxy = undefined
    await portals.close()
    await fresh.drop()
  })

  test(`behind a balancer: no request fails while three are restarted ${RESTARTS} times`, async () => {
    await start(3, '1')
    const send = await visitorsOf(portals.balancer.url, await demoLoginOf(portals.process(0)))
    const { requests, failed, p99Ms, longestMs, perSecond } = await restartUnderLoad(portals, RESTARTS, send)

    printFigure(
      21,
      `${RESTARTS} restarts, ${requests} requests at ${perSecond.toFixed(0)} a second: ${failed.length} failed, ` +
        `${portals.balancer.refused()} refused connections, p99 ${p99Ms.toFixed(0)} ms, longest ${longestMs.toFixed(0)} ms`,
    )
    expect(portals.balancer.lost()).toEqual([])
    expect(failed.slice(0, 20)).toEqual([])
  })

  // Two, so that a proxy which takes a replica out after one refused connection soon has none left.
  describe.each(shippedProxies)('behind %s as it is shipped', (name) => {
    test.skipIf(!isInstalled(name))('no request fails while both of two are restarted', async () => {
      // Longer than the proxies keep an unused connection.
      await start(2, '5')
      proxy = await startShippedProxy(name, portals.ports)
      const send = await visitorsOf(proxy.url, await demoLoginOf(portals.process(0)))
      const { requests, failed } = await restartUnderLoad(portals, 2, send)
      expect(requests).toBeGreaterThan(50)
      expect(failed.slice(0, 20)).toEqual([])
    })
  })
})
