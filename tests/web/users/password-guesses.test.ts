import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { describeOnEachDatabase, type FreshDatabase, freshDatabase } from '../../support/databases'
import { freePort } from '../../support/free-port'
import { printFigure, times } from '../../support/long-run'
import { Browser } from '../support/browser'
import '../support/matchers'
import { TEST_SECRET } from '../support/portal'
import { demoLoginOf, type ServerProcess, startServer } from '../support/server-process'

vi.setConfig({ testTimeout: times(60_000, 1_800_000) })

const GUESSES = times(200, 10_000)
const AT_ONCE = 40
/** Of one address, for one account, in a quarter of an hour. */
const CHECKED_AT_MOST = 10

interface Portal {
  server: URL
  process: ServerProcess
}

describeOnEachDatabase('guessing a password over two portals', (kind) => {
  let fresh: FreshDatabase
  let portals: Portal[]
  let owner: { email: string; password: string }

  beforeEach(async () => {
    fresh = await freshDatabase(kind)
    // One after another: the first one creates the demo customer.
    portals = []
    for (const port of [await freePort(), await freePort()]) portals.push(await start(port))
    const [first] = portals
    if (first) owner = await demoLoginOf(first.process)
  })
  afterEach(async () => {
    for (const { process } of portals) await process.stop()
    await fresh.drop()
  })

  const origin = 'http://portal.localhost:3000'

  const start = async (port: number): Promise<Portal> => {
    const { dataDir, databaseUrl } = fresh
    const process = await startServer('server.js', {
      PORT: String(port),
      PUBLIC_URL: origin,
      DATA_DIR: dataDir,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      SESSION_SECRET: TEST_SECRET,
      PAYMENT_GATEWAY: 'sandbox',
      SMTP_URL: 'file:',
      DEMO_DATA: 'on',
      // The portal's own limit is not what this is about.
      POST_LIMIT: '1000000',
      LOG_LEVEL: 'warn',
    })
    return { server: new URL(`http://127.0.0.1:${port}`), process }
  }

  const restart = async (index: number) => {
    const portal = portals[index]
    if (!portal) throw new Error('There is no such portal')
    await portal.process.stop()
    portals[index] = await start(Number(portal.server.port))
  }

  /** From one address that forges another one each time. */
  const guess = async (nth: number): Promise<number> => {
    const { server } = portals[nth % portals.length] ?? {}
    if (!server) throw new Error('There is no portal')
    const visitor = new Browser(server, origin)
    visitor.address = `198.51.${nth >> 8}.${nth & 255}`
    const typed = { email: owner.email, password: `догадка ${nth}` }
    const forged = { 'x-client-ip': visitor.address, forwarded: `for=${visitor.address}` }
    const answer = await visitor.post('/login', typed, forged).catch(() => undefined)
    // The portal that restarts refuses connections: the guess goes to the other one.
    return answer === undefined || answer.status >= 500 ? guess(nth + 1) : answer.status
  }

  test(`of ${GUESSES} parallel guesses, with a restart and forged addresses, ten are checked`, async () => {
    const found = new Map<number, number>()
    let next = 0
    let restarting: Promise<void> | undefined
    const guessOn = async () => {
      while (next < GUESSES) {
        const nth = next
        next += 1
        const status = await guess(nth)
        found.set(status, (found.get(status) ?? 0) + 1)
        if (nth === GUESSES / 2) restarting = restart(1)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, guessOn))
    await restarting

    expect([...found.keys()].toSorted()).toEqual([400, 429])
    const checked = found.get(400) ?? 0
    expect(checked).toBeGreaterThan(0)
    expect(checked).toBeLessThanOrEqual(CHECKED_AT_MOST)
    expect(found.get(429)).toBe(GUESSES - checked)

    const { server } = portals[1] ?? {}
    if (!server) throw new Error('There is no portal')
    const attacker = new Browser(server, origin)
    expect((await attacker.post('/login', owner)).status, 'the right password, too').toBe(429)
    const ownersBrowser = new Browser(server, origin)
    ownersBrowser.connectsFrom = '127.0.0.2'
    expect(await ownersBrowser.post('/login', owner)).toHaveRedirect('/personal', 303)
    printFigure(3, `${GUESSES} guesses over two portals on ${kind}, a restart: ${checked} checked`)
  })
})
