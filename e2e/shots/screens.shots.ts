import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Visitor } from '../actions/visitor'
import { asAnna, notFound, screens, type Way } from '../data/screens'
import { expect, test } from '../test'
import { isSlim, palettePng } from './palette-png'
import { recordedSize, recordedVersion, recordVersion } from './recorded-version'

const WIDTHS = [1280, 768, 360]
const WINDOW_HEIGHT = 800

test.use({
  setup: { settings: { NODE_OPTIONS: `--import ${new URL('fixed-clock.mjs', import.meta.url)}` } },
})

/** Screens that show the time of a payment or what is drawn at random, and duplicates of other screens. */
const NOT_PICTURED = new Set([
  'access, a new invitation',
  'accessible version',
  'autopayment connected',
  'autopayment whose card was declined',
  'history, no account yet',
  'history, nothing in these days',
  'paid by a customer',
  'paid by a guest',
  'payment of a customer that failed',
  'payment of a customer, no account yet',
  'payment of a customer, refused',
  'payment of a guest that failed',
  'payment of a guest, none named',
  'payment of a guest, nothing typed',
  'payment of a guest, the sum refused',
  'payment of a guest, the sum',
  'reminders, a new address',
  'second step, its recovery codes',
  'second step, its secret',
  'verification',
])

const all: Record<string, Way> = {
  ...Object.fromEntries(
    screens.filter(({ name }) => !NOT_PICTURED.has(name)).map(({ name, way }) => [name, way]),
  ),
  'not found, signed in': asAnna(notFound('/personal/no-such-page')),
}

for (const [name, way] of Object.entries(all))
  test(name, async ({ visitor, signedInAsAnna }) => {
    await way(visitor, signedInAsAnna)
    for (const width of WIDTHS) await looksAsRecorded(visitor, name, width)
  })

/** Detects a colour changed by a dozen of 255, but not the palette rounding of the recorded pictures. */
const EXACTLY = { threshold: 0.05, maxDiffPixels: 8, timeout: 30_000 }

async function looksAsRecorded({ page }: Visitor, name: string, width: number) {
  await page.setViewportSize({ width, height: WINDOW_HEIGHT })
  await page.evaluate(async () => {
    // A toast depends on the time.
    for (const toasts of document.querySelectorAll('[aria-label^="Уведомления"]')) toasts.remove()
    // The clock starts at the same moment in each run, and goes on.
    for (const { firstChild } of document.querySelectorAll('main li span'))
      if (firstChild?.textContent?.startsWith('Вход был'))
        firstChild.textContent = firstChild.textContent.replace(/:\d\d/, ':00')
    // The port of the portal differs from run to run.
    for (const { firstChild } of document.querySelectorAll('main *'))
      if (firstChild instanceof Text)
        firstChild.data = firstChild.data.replace(location.host, 'portal.example')
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    // At half the size, a page that is scrolled by an odd number of pixels is drawn between two.
    scrollTo({ top: 0, behavior: 'instant' })
    await document.fonts.ready
  })
  const picture = `${width}-${name.replaceAll(/[^a-z0-9]+/g, '-')}.png`
  const path = test.info().snapshotPath(picture)
  const isUpdate = ['all', 'changed'].includes(test.info().config.updateSnapshots)
  const version = page.context().browser()?.version() ?? ''
  const isSame = isUpdate || recordedVersion() === version || !existsSync(path)
  if (isUpdate) recordVersion(version)
  await expect.soft(page).toHaveScreenshot(picture, {
    fullPage: true,
    ...(isSame ? EXACTLY : loosely(path)),
  })
  if (isUpdate && !isSlim(readFileSync(path))) writeFileSync(path, palettePng(readFileSync(path)))
}

/**
 * For another Chromium, which renders text slightly differently: compares colours and places, not the pixels of
 * letters.
 */
function loosely(path: string) {
  const { width, height } = recordedSize(path)
  return {
    threshold: 0.35,
    maxDiffPixelRatio: 0.05,
    clip: { x: 0, y: 0, width: width * 2, height: height * 2 },
    style: `html { min-block-size: ${height * 2}px }`,
  }
}
