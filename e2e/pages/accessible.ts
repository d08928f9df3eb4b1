import { AxeBuilder } from '@axe-core/playwright'
import { expect } from './test'
import type { Visitor } from './visitor'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']
const WIDTHS = [1280, 320]

/** Looks the page that is open over at both widths: nothing is cut off to the side, and axe finds no fault. */
export async function isWellDrawn(visitor: Visitor): Promise<void> {
  const { page } = visitor
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await expect(visitor.h1).toHaveCount(1)
    expect(await sidewaysScroll(visitor), `sideways scroll at ${width} px`).toBe(0)
    // axe is itself a script.
    if (visitor.scripts) await axeFindsNothing(visitor, width)
  }
}

/** By how many pixels the page is wider than its window. */
export function sidewaysScroll({ page }: Visitor): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
}

export async function axeFindsNothing({ page }: Visitor, width: number): Promise<void> {
  await page.evaluate(() => {
    // A spinner turns for ever, and the clock of a toast that waits stands.
    const ending = document
      .getAnimations()
      .filter(({ playState }) => playState !== 'paused')
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    return Promise.allSettled(ending.map(({ finished }) => finished))
  })
  const { violations } = await new AxeBuilder({ page })
    .withTags(WCAG)
    // Target size is off unless it is asked for by name.
    .options({ rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] })
    // The pages have no frames: one run in the page itself, instead of one in a window of its own.
    .setLegacyMode()
    .analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
  )
  expect(found, `axe at ${width} px`).toEqual([])
}
