import { expect, type Locator } from '@playwright/test'
import { stylesLoaded } from '../checks/styles-loaded'
import type { Visitor } from './visitor'

const MOST_STOPS = 80

/** Presses Tab until the target has focus; every focused element on the way is visible, outlined and not covered. */
export async function tabTo({ page }: Visitor, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  // Before the styles are loaded the focus has no outline.
  await stylesLoaded(page)
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press('Tab')
    const { isTarget, faults } = await target.evaluate(checkFocus)
    expect(faults).toEqual([])
    if (isTarget) return
  }
  throw new Error(`Tab never got to ${target}`)
}

function checkFocus(target: Element) {
  const focused = document.activeElement
  if (!focused || focused === document.body) return { isTarget: false, faults: [] }
  const boxes = [...focused.getClientRects()].map(({ left, top, right, bottom }) => ({
    left: Math.max(left, 0),
    top: Math.max(top, 0),
    right: Math.min(right, innerWidth),
    bottom: Math.min(bottom, innerHeight),
  }))
  const visibleBoxes = boxes.filter(({ left, top, right, bottom }) => right - left > 1 && bottom - top > 1)
  const isUncovered = visibleBoxes.some(({ left, top, right, bottom }) => {
    const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    const label = focused instanceof HTMLInputElement ? (focused.labels?.[0] ?? null) : null
    return above && (focused.contains(above) || above.contains(focused) || label?.contains(above))
  })
  const { outlineStyle, outlineWidth } = getComputedStyle(focused)
  const isFramed = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  // The heading of a new page gets the focus by script: it is no control and needs no outline.
  const isControl = focused instanceof HTMLElement && focused.tabIndex >= 0
  const name = focused.outerHTML.slice(0, 150)
  return {
    isTarget: focused === target,
    faults: [
      ...(visibleBoxes.length > 0 ? [] : [`out of sight: ${name}`]),
      ...(isUncovered ? [] : [`under something: ${name}`]),
      ...(isFramed || !isControl ? [] : [`without a frame: ${name}`]),
    ],
  }
}

/** Moves to a field and types; `instead` replaces its value. */
export async function typesInto(
  visitor: Visitor,
  label: string,
  words: string,
  how?: 'instead',
): Promise<void> {
  const field = visitor.field(label)
  if (!(await field.evaluate((element) => element === document.activeElement))) await tabTo(visitor, field)
  if (how === 'instead') await visitor.page.keyboard.press('Control+a')
  await visitor.page.keyboard.type(words)
}

export async function presses(visitor: Visitor, control: Locator, key: 'Enter' | 'Space'): Promise<void> {
  await tabTo(visitor, control)
  await visitor.page.keyboard.press(key)
}

export const goesOn = (visitor: Visitor, link: Locator) => presses(visitor, link, 'Enter')
