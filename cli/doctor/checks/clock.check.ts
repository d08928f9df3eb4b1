import type { Database } from 'api/db/database'
import { databaseClock } from 'api/db/database'
import { type Check, type Finding, failed, notChecked, ok, warning } from '../check'

const advice =
  'Switch time synchronization (NTP) on: links, sessions and codes of the second step expire by the clock.'
const siteTimeoutMs = 5_000
/** Codes of the second step change every 30 seconds. */
const maxDriftMs = 20_000
/** The Date header has whole seconds, and the answer takes its time. */
const noticeableMs = 5_000

interface ClockOptions {
  /** Null: the product API is elsewhere. */
  database: Database | null
  /** Sites on other machines: a site on this machine has the same clock. */
  sites: readonly URL[]
  now?: () => number
}

/** Compares this machine's time with that of the database and of these sites. */
export const clockCheck = ({ database, sites, now = Date.now }: ClockOptions): Check => ({
  name: 'clock',
  async run() {
    const databaseTime = database && (await databaseClock(database).catch(() => null))
    const differences = [
      ...(databaseTime ? [{ from: 'the database', ms: now() - databaseTime.getTime() }] : []),
      ...(await Promise.all(sites.map((site) => differenceFrom(site, now)))).flat(),
    ]
    return findingOf(differences)
  },
})

interface Difference {
  from: string
  ms: number
}

const differenceFrom = async (site: URL, now: () => number): Promise<Difference[]> => {
  try {
    const answer = await fetch(site, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(siteTimeoutMs),
    })
    const date = Date.parse(answer.headers.get('date') ?? '')
    return Number.isNaN(date) ? [] : [{ from: site.origin, ms: now() - date }]
  } catch {
    return []
  }
}

const findingOf = (differences: readonly Difference[]): Finding => {
  if (differences.length === 0)
    return notChecked('there is no other clock: neither the gateway nor the public address answers')
  const summary = differences
    .map(({ from, ms }) => `${(Math.abs(ms) / 1_000).toFixed(1)} s ${ms < 0 ? 'behind' : 'ahead of'} ${from}`)
    .join(', ')
  const largestMs = Math.max(...differences.map(({ ms }) => Math.abs(ms)))
  if (largestMs > maxDriftMs) return failed(summary, advice)
  return largestMs > noticeableMs ? warning(summary, advice) : ok(summary)
}
