import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { percentile } from './support/even-load.mjs'
import { load as loadFully } from './support/load.mjs'
import { startLoginStorm } from './support/login-storm.mjs'
import { median } from './support/median.mjs'
import { sendMixed } from './support/mixed-load.mjs'
import { signIn, startPortal } from './support/portal.mjs'
import { createTargets } from './support/targets.mjs'

const PAGES = {
  customers: ['/personal', '/personal/history', '/personal/invoice'],
  // With a query they are not cached: cached ones do not wait.
  guests: ['/pay?drawn', '/about?drawn', '/login?drawn'],
}
const TIMES_CAPACITY = [1, 4, 10]

const P99_BELOW_MS = 1_000
const NORMAL_WITHIN_MS = 5_000
const MOST_RECOVERY_MS = 60_000

/**
 * Six times half of the 100 places. All of them can wait, because 500 forms may. With more, the senders would come back as
 * soon as they are refused, and the portal would only be busy with refusals.
 */
const STORM_CONNECTIONS = 300
/** The share of the capacity that customers' pages take beside the storm. Guests' pages take as much. */
const BESIDE_STORM = 0.25

const percent = (part, all) => (100 * part) / all

/** Counts the answers to one kind of visitors, and their times. */
const resultOf = (answered) => {
  const other = [...answered.keys()].find((status) => status !== 200 && status !== 503)
  if (other) throw new Error(`answered ${other}`)
  const admitted = answered.get(200) ?? []
  const refused = answered.get(503)?.length ?? 0
  const all = admitted.length + refused
  return {
    all,
    admitted: admitted.length,
    refused,
    refusedPercent: percent(refused, all),
    medianMs: percentile(admitted, 0.5),
    p99Ms: percentile(admitted, 0.99),
  }
}

/** Sends pages of customers and of guests in turn, evenly. */
const send = async ({ cookie, ...load }) => {
  const kinds = [{ paths: PAGES.customers, cookie }, { paths: PAGES.guests }]
  const { sentPerSecond, answered } = await sendMixed({ ...load, kinds })
  const [customers, guests] = answered.map(resultOf)
  return { customers, guests, sentPerSecond }
}

/** Milliseconds until a page is, three times in a row, at most twice as slow as without load. */
const measureRecovery = async ({ url, cookie, normalMs }) => {
  const startedAt = performance.now()
  let inRow = 0
  while (inRow < 3 && performance.now() - startedAt < MOST_RECOVERY_MS) {
    const sentAt = performance.now()
    const answer = await fetch(url + PAGES.customers[0], { headers: { cookie } })
    await answer.text()
    inRow = answer.status === 200 && performance.now() - sentAt < normalMs * 2 ? inRow + 1 : 0
  }
  return performance.now() - startedAt
}

/** The median milliseconds of a page without other load. */
const medianWithoutLoad = async (url, cookie) => {
  const times = []
  for (let n = 0; n < 30; n += 1) {
    const sentAt = performance.now()
    await (await fetch(url + PAGES.customers[0], { headers: { cookie } })).text()
    times.push(performance.now() - sentAt)
  }
  return median(times)
}

/** The pages a second that the portal can answer, customers' and guests' pages in equal parts. */
const capacityOf = async (portal, cookie, seconds) => {
  const pages = [
    ...PAGES.customers.map((path) => ({ path, cookie })),
    ...PAGES.guests.map((path) => ({ path, cookie: null })),
  ]
  let secondsOfEach = 0
  for (const page of pages)
    secondsOfEach += 1 / (await loadFully(portal, page.path, page.cookie, seconds)).perSecond
  return pages.length / secondsOfEach
}

const ms = (number) => (Number.isNaN(number) ? '–' : Math.round(number))

const columnsOf = (who, { refusedPercent, medianMs, p99Ms }) => ({
  [`${who}: 503, %`]: refusedPercent.toFixed(1),
  [`${who}: median, ms`]: ms(medianMs),
  [`${who}: p99, ms`]: ms(p99Ms),
})

const inWords = (who, { all, refused, refusedPercent, admitted, p99Ms }) =>
  `${who} ${refused} of ${all} refused (${refusedPercent.toFixed(1)} %), p99 ${admitted === 0 ? '–' : `${ms(p99Ms)} ms`}`

const checkP99 = (targets, when, { customers, guests }) => {
  for (const [who, { admitted, p99Ms }] of Object.entries({ customers, guests })) {
    // Guests come last: there may be no place for any of them.
    if (who === 'guests' && admitted === 0) continue
    targets.check(`${when}: p99 of admitted ${who} below ${P99_BELOW_MS} ms`, ms(p99Ms), p99Ms < P99_BELOW_MS)
  }
}

/** Loads the portal with a multiple of its capacity. */
const overloadBy = async (times, visit, { portal, targets, figures }) => {
  const { capacity, seconds } = visit
  const load = await send({ ...visit, perSecond: Math.round(capacity * times), connections: 300 * times })
  const recoveredMs = await measureRecovery(visit)
  const { customers, guests, sentPerSecond } = load
  const sent = sentPerSecond / capacity
  const when = `${times} ×`
  checkP99(targets, when, load)
  targets.check(
    `${when}: normal again within ${NORMAL_WITHIN_MS} ms`,
    ms(recoveredMs),
    recoveredMs < NORMAL_WITHIN_MS,
  )
  if (times > 1)
    targets.check(
      `${when}: customers are refused less than guests`,
      `${customers.refusedPercent.toFixed(1)} and ${guests.refusedPercent.toFixed(1)} %`,
      customers.refusedPercent < guests.refusedPercent,
    )
  figures.push(
    `figure 20: ${when} of capacity for ${seconds} s (${sent.toFixed(1)} × sent): ${inWords('customers', customers)}; ${inWords('guests', guests)}; normal again after ${ms(recoveredMs)} ms`,
  )
  return {
    load: when,
    'sent, × capacity': sent.toFixed(1),
    'admitted, × capacity': ((customers.admitted + guests.admitted) / seconds / capacity).toFixed(2),
    ...columnsOf('customers', customers),
    ...columnsOf('guests', guests),
    'normal again after, ms': ms(recoveredMs),
    'memory, MB': ms(portal.memory()),
  }
}

/** Requests pages without a storm of logins, then beside one. */
const stormOfLogins = async (visit, { targets, figures }) => {
  const { url, capacity, seconds } = visit
  const pages = { ...visit, perSecond: capacity * BESIDE_STORM * 2, connections: 100 }
  const alone = await send(pages)
  const startedAt = performance.now()
  const storm = startLoginStorm(url, STORM_CONNECTIONS)
  const beside = await send(pages)
  const byStatus = await storm.stop()
  const stormS = (performance.now() - startedAt) / 1_000
  const logins = [...byStatus.values()].reduce((sum, count) => sum + count, 0)
  // 400 is the form with «wrong e-mail or password».
  if (!byStatus.has(400)) throw new Error(`no login was checked: ${[...byStatus.keys()]}`)

  const when = 'storm of logins'
  checkP99(targets, when, beside)
  targets.check(`${when}: no customers are refused`, beside.customers.refused, beside.customers.refused === 0)
  targets.check(
    `${when}: at most 1 % of guests are refused`,
    `${beside.guests.refusedPercent.toFixed(1)} %`,
    beside.guests.refusedPercent <= 1,
  )
  const statuses = [...byStatus]
    .sort(([one], [other]) => one - other)
    .map(([status, count]) => `${percent(count, logins).toFixed(1)} % ${status}`)
    .join(', ')
  const rate = `${Math.round(logins / stormS)} logins a second over ${STORM_CONNECTIONS} connections: ${statuses}`
  const p99s = Object.keys(PAGES).map((who) => `${who} ${ms(alone[who].p99Ms)}`)
  figures.push(
    `figure 20: ${rate}; beside them for ${seconds} s pages of customers at ${BESIDE_STORM} of capacity, and as many of guests: ${inWords('customers', beside.customers)}; ${inWords('guests', beside.guests)}; p99 without logins: ${p99s.join(', ')} ms`,
  )
  console.log(rate)
  return Object.entries({ 'no logins': alone, 'storm of logins': beside }).map(([name, load]) => ({
    pages: name,
    'sent in all': load.customers.all + load.guests.all,
    ...columnsOf('customers', load.customers),
    ...columnsOf('guests', load.guests),
  }))
}

/**
 * Loads the portal with 1, 4 and 10 times its capacity and with a storm of logins, and prints how the requests were
 * answered. Returns the targets reached and missed as sentences, and the figures for docs/security.md.
 */
export const checkOverload = async ({ seconds }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  // The logins of the storm come from many addresses; forms are limited as usual.
  const portal = await startPortal(dataDir, { TRUST_PROXY: '1', POST_LIMIT: '60' })
  try {
    const { url } = portal
    const cookie = await signIn(url, portal.login)
    const capacity = await capacityOf(portal, cookie, seconds)
    const normalMs = await medianWithoutLoad(url, cookie)
    const visit = { url, cookie, capacity, normalMs, seconds: seconds * 5 }
    const targets = createTargets()
    const figures = []
    const loads = []
    for (const times of TIMES_CAPACITY)
      loads.push(await overloadBy(times, visit, { portal, targets, figures }))
    console.log(`capacity: ${Math.round(capacity)} pages a second`)
    console.table(loads)
    console.table(await stormOfLogins(visit, { targets, figures }))
    for (const figure of figures) console.log(figure)
    for (const sentence of targets.missed) console.error(`Missed: ${sentence}`)
    return { reached: targets.reached, missed: targets.missed, figures }
  } finally {
    await portal.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Runs `checkOverload`. A missed target fails the run. */
export const measureOverload = async ({ seconds }) => {
  const { missed } = await checkOverload({ seconds })
  if (missed.length > 0) process.exitCode = 1
}
