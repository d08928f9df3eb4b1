import type { Locator } from '@playwright/test'
import type { Visitor } from '../actions/visitor'
import { expect } from '../test'
import { stylesLoaded } from './styles-loaded'

/** The number of grids, and the ones with more than one column. A control may stand beside its label. */
const gridsOf = ({ main }: Visitor) =>
  main.evaluate((root) => {
    const all = [...root.querySelectorAll('*')].filter(
      (element) =>
        element.checkVisibility() &&
        getComputedStyle(element).display === 'grid' &&
        !element.querySelector(':scope > input'),
    )
    // For a fieldset Chromium returns the rule as written, not the widths of the tracks.
    const isWide = (element: Element) => /px .*px$/.test(getComputedStyle(element).gridTemplateColumns)
    return {
      count: all.length,
      wide: all.filter(isWide).map((element) => element.outerHTML.slice(0, 90)),
    }
  })

/** The distance from the top of the page to the end of an element, in pixels. */
export const endOf = (element: Locator) =>
  element.evaluate((one) => Math.round(one.getBoundingClientRect().bottom + window.scrollY))

/** Checks the open page of the accessible version: it begins on a phone's first screen, and a wide one has one column. */
export async function beginsOnFirstScreen(visitor: Visitor): Promise<void> {
  const { page } = visitor
  await stylesLoaded(page)

  await page.setViewportSize({ width: 390, height: 844 })
  // Errors come before the h1, and without scripts messages too.
  const summary = visitor.errorSummary.getByRole('heading').or(visitor.errorSummary.getByRole('listitem'))
  const first = page.locator('main [data-type]').or(summary).or(visitor.h1).filter({ visible: true }).first()
  expect(await endOf(first)).toBeLessThanOrEqual(844)

  await page.setViewportSize({ width: 1366, height: 768 })
  const grids = await gridsOf(visitor)
  expect(grids.count).toBeGreaterThan(0)
  expect(grids.wide).toEqual([])
}
