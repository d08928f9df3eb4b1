import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { chromiumPath, prepareChromium } from '../scripts/prepare/chromium.mjs'
import { median } from './support/median.mjs'
import { startPortal } from './support/portal.mjs'

const SLOWER = 4
const LONGEST_MS = 100

const FORMS = ['/login', '/registration', '/forgot-password', '/pay']
const SIGNED_IN_FORMS = ['/personal/pay', '/personal/profile', '/personal/add-account', '/personal/readings']

/** Runs in the page: collects how long each interaction took until the next frame. */
const watchInteractions = () => {
  window.interactions = new Map()
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId)
        window.interactions.set(
          interactionId,
          Math.max(duration, window.interactions.get(interactionId) ?? 0),
        )
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })
}

/** Types a letter into each field, then presses the form's button. */
const typeAndPress = async (page) => {
  const form = page.locator('main form:has(input:visible)').first()
  const fields = form.locator('input:visible:not([type=checkbox], [type=radio])')
  for (const field of await fields.all()) await field.pressSequentially('a')
  await form.locator('button[type=submit]:visible').last().click()
  // The entries of an interaction come after its frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200))))
  return page.evaluate(() => [...window.interactions.values()])
}

/**
 * Measures Interaction to Next Paint of every form page on a processor four times slower: the slowest letter or press, as
 * the median of the rounds. Above 100 ms the run fails. Events shorter than 16 ms are not reported by the browser.
 */
export const measurePresses = async ({ rounds }) => {
  await prepareChromium()
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-presses-'))
  const portal = await startPortal(dataDir)
  const browser = await chromium.launch({ executablePath: chromiumPath() })
  try {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, baseURL: portal.url })
    await context.addInitScript(watchInteractions)
    const page = await context.newPage()
    const rows = []
    const measure = async (path) => {
      const slowest = []
      for (let round = 0; round < rounds; round += 1) {
        const cdp = await context.newCDPSession(page)
        await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
        await page.goto(path, { waitUntil: 'networkidle' })
        await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
        slowest.push(Math.max(0, ...(await typeAndPress(page))))
        await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
        await cdp.detach()
      }
      rows.push({ page: path, 'slowest interaction, ms': median(slowest), most: Math.max(...slowest) })
    }
    for (const path of FORMS) await measure(path)
    await page.goto('/login')
    await page.getByLabel('Электронная почта').fill(portal.login.email)
    await page.getByLabel('Пароль', { exact: true }).fill(portal.login.password)
    await page.locator('main').getByRole('button', { name: 'Войти' }).click()
    await page.waitForURL('**/personal')
    for (const path of SIGNED_IN_FORMS) await measure(path)
    console.table(rows)
    if (rows.some((row) => row['slowest interaction, ms'] > LONGEST_MS)) process.exitCode = 1
  } finally {
    await browser.close()
    await portal.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
