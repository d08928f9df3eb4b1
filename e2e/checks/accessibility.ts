import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { stopsToastClocks } from '../actions/toasts'
import type { Visitor } from '../actions/visitor'
import { expect } from '../test'
import { fits } from './layout'
import { stylesLoaded } from './styles-loaded'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']
export const WIDTHS = [1280, 320] as const
export type Width = (typeof WIDTHS)[number]

/**
 * Checks the open page at both widths: nothing is cut off or out of reach, also with large text and wide spacing. At the
 * widths `axeAt` axe must find no violation.
 */
export async function isWellDrawn(
  visitor: Visitor,
  // axe needs scripts.
  axeAt: readonly Width[] = visitor.scripts ? WIDTHS : [],
): Promise<void> {
  await stylesLoaded(visitor.page)
  for (const width of WIDTHS) {
    await visitor.page.setViewportSize({ width, height: 800 })
    await expect(visitor.h1).toHaveCount(1)
    expect(await fits(visitor.page), `at ${width} px`).toEqual([])
    if (axeAt.includes(width)) await axeFindsNothing(visitor, width)
  }
}

/**
 * Runs axe; in the accessible version also for the contrast of 7 to 1 that its schemes promise. Checks the whole page,
 * or the part `within` a selector.
 */
export async function axeFindsNothing({ page }: Visitor, width: Width, within = 'html'): Promise<void> {
  const resumeToasts = await stopsToastClocks(page)
  await page.evaluate(() => {
    // Without spinners, which are endless, and the paused timers of toasts.
    const ending = document
      .getAnimations()
      .filter(({ playState }) => playState !== 'paused')
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    return Promise.allSettled(ending.map(({ finished }) => finished))
  })
  const isAccessibleVersion = (await page.locator('html[data-version="accessible"]').count()) > 0
  const { violations, passes, incomplete } = await runAxe(page, within, {
    runOnly: { type: 'tag', values: WCAG },
    // Rules that are off by default.
    rules: {
      'target-size': { enabled: true },
      // 7 to 1 includes 4.5 to 1, and contrast takes most of axe's time.
      'color-contrast': { enabled: !isAccessibleVersion },
      'color-contrast-enhanced': { enabled: isAccessibleVersion },
    },
    resultTypes: ['violations'],
  })
  const faults = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
  )
  expect(faults, `axe at ${width} px`).toEqual([])
  if (isAccessibleVersion) {
    const undecided = incomplete.filter(({ id }) => id === 'color-contrast-enhanced')
    const why = undecided.flatMap(({ nodes }) => nodes.map(({ failureSummary }) => failureSummary))
    expect(
      passes.map(({ id }) => id),
      `contrast of ${within}; undecided: ${why}`,
    ).toContain('color-contrast-enhanced')
  }
  await resumeToasts()
}

/** Runs axe in the page itself, which has no frames. Loading axe takes as long as running it: a page loads it once. */
async function runAxe(page: Page, within: string, options: axe.RunOptions): Promise<axe.AxeResults> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(AXE)
  return page.evaluate(
    async ([selector, axeOptions]) => {
      if (!window.axe) throw new Error('axe is gone with the page that it was in')
      return window.axe.run(selector, axeOptions)
    },
    [within, options] as const,
  )
}
