import { AxeBuilder } from '@axe-core/playwright'
import { stopsToastClocks } from '../actions/toasts'
import type { Visitor } from '../actions/visitor'
import { expect } from '../test'
import { fits } from './layout'
import { isStyled } from './styled'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']
export const WIDTHS = [1280, 320] as const
export type Width = (typeof WIDTHS)[number]

/**
 * Looks the page that is open over: nothing is cut off or out of reach at both widths, however large or wide the text,
 * and axe finds no fault at `axeAt`.
 */
export async function isWellDrawn(
  visitor: Visitor,
  // It is itself a script.
  axeAt: readonly Width[] = visitor.scripts ? WIDTHS : [],
): Promise<void> {
  await isStyled(visitor.page)
  for (const width of WIDTHS) {
    await visitor.page.setViewportSize({ width, height: 800 })
    await expect(visitor.h1).toHaveCount(1)
    expect(await fits(visitor.page), `at ${width} px`).toEqual([])
    if (axeAt.includes(width)) await axeFindsNothing(visitor, width)
  }
}

/**
 * In the accessible version also that every word has the contrast of 7 to 1 that its schemes promise. Looks at the
 * whole page, or only at what is `within`, a selector.
 */
export async function axeFindsNothing({ page }: Visitor, width: Width, within = 'html'): Promise<void> {
  const letToastsGo = await stopsToastClocks(page)
  await page.evaluate(() => {
    // A spinner turns for ever, and the clock of a toast that waits stands.
    const ending = document
      .getAnimations()
      .filter(({ playState }) => playState !== 'paused')
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    return Promise.allSettled(ending.map(({ finished }) => finished))
  })
  const isAccessibleVersion = (await page.locator('html[data-version="accessible"]').count()) > 0
  const { violations, passes, incomplete } = await new AxeBuilder({ page })
    .include(within)
    .withTags(WCAG)
    // Off unless they are asked for by name.
    .options({
      rules: {
        'target-size': { enabled: true },
        // What has 7 to 1 has 4.5 to 1 as well, and measuring contrast takes most of axe's time.
        'color-contrast': { enabled: !isAccessibleVersion },
        'color-contrast-enhanced': { enabled: isAccessibleVersion },
      },
      resultTypes: ['violations'],
    })
    // The pages have no frames: one run in the page itself, instead of one in a window of its own.
    .setLegacyMode()
    .analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
  )
  expect(found, `axe at ${width} px`).toEqual([])
  if (isAccessibleVersion) {
    const undecided = incomplete.filter(({ id }) => id === 'color-contrast-enhanced')
    const why = undecided.flatMap(({ nodes }) => nodes.map(({ failureSummary }) => failureSummary))
    expect(
      passes.map(({ id }) => id),
      `contrast of ${within}; undecided: ${why}`,
    ).toContain('color-contrast-enhanced')
  }
  await letToastsGo()
}
