import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { chromiumPath, prepareChromium } from '../scripts/prepare/chromium.mjs'
import { median } from './support/median.mjs'
import { signIn, startPortal } from './support/portal.mjs'
import { freePort } from './support/processes.mjs'

const PAGES = ['/', '/about', '/login', '/registration', '/pay']
const SIGNED_IN = [
  '/personal',
  '/personal/history',
  '/personal/invoice',
  '/personal/pay',
  '/personal/profile',
]

/** The least scores of 100, on Lighthouse's phone: a slow 4G connection and a processor four times slower. */
const FLOORS = { performance: 98, accessibility: 100, 'best-practices': 100 }
const LONGEST_LCP_MS = 1800
const LARGEST_CLS = 0.01

/** Runs Lighthouse's mobile preset on every main page. The median of the rounds counts. A page below a floor fails the run. */
export const measureBrowser = async ({ rounds }) => {
  await prepareChromium()
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-browser-'))
  const port = await freePort()
  const portal = await startPortal(dataDir)
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: [`--remote-debugging-port=${port}`],
  })
  try {
    const cookie = await signIn(portal.url, portal.login)
    const devtools = await browser.newBrowserCDPSession()
    const rows = []
    for (const path of [...PAGES, ...SIGNED_IN]) {
      const runs = []
      for (let round = 0; round < rounds; round += 1) {
        // A cookie set by the page before would override a Cookie header of Lighthouse.
        await devtools.send('Storage.clearCookies')
        if (SIGNED_IN.includes(path))
          await devtools.send('Storage.setCookies', { cookies: [asCookie(cookie, portal.url)] })
        runs.push(await audit(portal.url + path, port))
      }
      rows.push({ page: path, ...mediansOf(runs) })
      console.log(`${path} measured`)
    }
    console.table(rows)
    const below = rows.filter(isBelow)
    if (below.length > 0) {
      console.error(`Below a floor: ${below.map(({ page }) => page).join(', ')}`)
      process.exitCode = 1
    }
  } finally {
    await browser.close()
    await portal.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const asCookie = (pair, url) => {
  const [name, value] = pair.split(/=(.*)/)
  return { name, value, url }
}

const audit = async (url, port) => {
  const onlyCategories = Object.keys(FLOORS)
  const { lhr } = await lighthouse(url, { port, logLevel: 'error', onlyCategories })
  if (lhr.finalDisplayedUrl !== url) throw new Error(`${url} led to ${lhr.finalDisplayedUrl}`)
  const numericValue = (id) => lhr.audits[id].numericValue
  return {
    ...Object.fromEntries(onlyCategories.map((id) => [id, Math.round(lhr.categories[id].score * 100)])),
    'FCP, ms': Math.round(numericValue('first-contentful-paint')),
    'LCP, ms': Math.round(numericValue('largest-contentful-paint')),
    'TBT, ms': Math.round(numericValue('total-blocking-time')),
    CLS: numericValue('cumulative-layout-shift'),
    'KB in all': Math.round(numericValue('total-byte-weight') / 1000),
  }
}

const mediansOf = (runs) =>
  Object.fromEntries(Object.keys(runs[0]).map((name) => [name, median(runs.map((run) => run[name]))]))

const isBelow = (row) =>
  Object.entries(FLOORS).some(([id, floor]) => row[id] < floor) ||
  row['LCP, ms'] > LONGEST_LCP_MS ||
  row.CLS > LARGEST_CLS
