import { defaultLimits } from 'api/limits/rules'
import { expect, test, vi } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import type { Browser } from '../support/api-world'
import { twoReplicasOpener } from '../support/two-replicas'

vi.setConfig({ testTimeout: 120_000 })

const openTwoReplicas = twoReplicasOpener()

describeOnEachDatabase('two processes over one database share the limit', (kind) => {
  const both = openForTests(() => openTwoReplicas(kind, 0))

  /** So many requests at once, by turns to either process; how often each status came. */
  const statusesOf = async (times: number, ask: (browser: Browser) => Promise<{ status: number }>) => {
    const browsers = [both.world.browser(), both.world.browserOf(both.second)] as const
    const answers = await Promise.all(
      Array.from({ length: times }, (_, nth) => ask(browsers[nth % 2 ? 1 : 0])),
    )
    const counts: Record<number, number> = {}
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
    return counts
  }

  /** A rejected use is given back a moment later, so that others at the same moment may be rejected with it. */
  const expectPassed = (counts: Record<number, number>, passed: number, most: number, others = 429) => {
    expect(Object.keys(counts)).toEqual([passed, others].map(String).toSorted())
    expect(counts[passed]).toBeGreaterThan(0)
    expect(counts[passed]).toBeLessThanOrEqual(most)
  }

  test('of look-ups of unknown numbers', async () => {
    const account = '9999999999'
    const counts = await statusesOf(100, (browser) => browser.post('/api/v1/pay/check/', { account }))
    // The others look like known numbers.
    expectPassed(counts, 404, defaultLimits.unknownAccountsPerAddress.max, 200)
  })

  test('of letters to one address', async () => {
    const email = 'nobody@example.ru'
    const counts = await statusesOf(30, (browser) =>
      browser.post('/api/v1/users/forgot-password/', { email }),
    )
    expectPassed(counts, 204, defaultLimits.lettersPerEmail.max)
    const { db } = both.world.database
    const asked = await db.selectFrom('mail_requests').select('id').where('email', '=', email).execute()
    expect(asked).toHaveLength(counts[204] ?? 0)
  })
})
