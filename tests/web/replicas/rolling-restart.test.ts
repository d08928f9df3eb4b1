import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { describeOn, type FreshDatabase, freshDatabase } from '../../support/databases'
import { isLongRun, printFigure, times } from '../../support/long-run'
import { startSteadyLoad } from '../../support/steady-load'
import { Browser } from '../support/browser'
import '../support/matchers'
import type { Page } from '../support/page'
import { PORTAL_ORIGIN, type Replicas, sharedSettings, startReplicas } from '../support/replicas'
import { demoLoginOf } from '../support/server-process'

vi.setConfig({ testTimeout: times(120_000, 3_600_000), hookTimeout: 60_000 })

const RESTARTS = times(2, 100)
const PER_SECOND = isLongRun ? 200 : 20
/** Few enough that no replica sheds load, which it may do when two cores run three replicas, a start and this test. */
const AT_ONCE = isLongRun ? 10 : 20
const VISITORS = 6

describeOn('postgres', 'three portals that are restarted one after another', () => {
  let fresh: FreshDatabase
  let portals: Replicas
  let customers: { visitor: Browser; profile: Page }[]

  beforeEach(async () => {
    fresh = await freshDatabase('postgres')
    portals = await startReplicas({
      file: 'server.js',
      count: 3,
      settings: (port) => ({ ...sharedSettings(fresh), PORT: port, SHUTDOWN_DELAY_S: '1' }),
    })
    const login = await demoLoginOf(portals.process(0))
    customers = []
    for (let nth = 0; nth < VISITORS; nth++) {
      const visitor = new Browser(portals.balancer.url, PORTAL_ORIGIN)
      await visitor.press(await visitor.get('/login'), 'Войти', login)
      customers.push({ visitor, profile: await visitor.get('/personal/profile') })
    }
  })
  afterEach(async () => {
    await portals.close()
    await fresh.drop()
  })

  const guest = () => new Browser(portals.balancer.url, PORTAL_ORIGIN)
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

  test(`no request fails while they are restarted ${RESTARTS} times`, async () => {
    const load = startSteadyLoad({
      perSecond: PER_SECOND,
      atOnce: AT_ONCE,
      send: async (nth) => {
        await mix[nth % mix.length]?.(Math.floor(nth / mix.length))
      },
    })
    for (let nth = 0; nth < RESTARTS; nth++) await portals.restart(nth % portals.count)
    const { requests, failed, p99Ms, longestMs, perSecond } = await load.stop()

    printFigure(
      21,
      `${RESTARTS} restarts, ${requests} requests at ${perSecond.toFixed(0)} a second: ${failed.length} failed, ` +
        `${portals.balancer.refused()} refused connections, p99 ${p99Ms.toFixed(0)} ms, longest ${longestMs.toFixed(0)} ms`,
    )
    expect(portals.balancer.lost()).toEqual([])
    expect(failed.slice(0, 20)).toEqual([])
  })
})
