import type { Locator, Page } from '@playwright/test'
import { isLongRun } from '../tests/support/long-run'
import { expect, test } from './test'

const DISTANCE = 12

/** Waits for the panel and returns the gap between it and its trigger. */
async function gapBetween(trigger: Locator, floating: Locator): Promise<number> {
  // Not all animations of the page: a button's spinner is endless.
  await floating.evaluate((element) =>
    Promise.allSettled(element.getAnimations({ subtree: true }).map(({ finished }) => finished)),
  )
  const box = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return { top, bottom }
  }
  const [near, far] = [await trigger.evaluate(box), await floating.evaluate(box)]
  return Math.max(far.top - near.bottom, near.top - far.bottom)
}

const isTwelve = (trigger: Locator, floating: Locator) =>
  expect
    .poll(async () => Math.abs((await gapBetween(trigger, floating)) - DISTANCE))
    .toBeLessThanOrEqual(0.75)

/** Scrolls a trigger to an edge of the window, so that its panel only fits on the other side. */
const putAt = (trigger: Locator, edge: 'start' | 'end') =>
  trigger.evaluate((element, block) => element.scrollIntoView({ block }), edge)

/** Measures all tooltips of a locator, above and below. */
async function tooltipsHang(page: Page, triggers: Locator) {
  const tooltip = page.getByRole('tooltip').filter({ visible: true })
  // Menu buttons appear after hydration.
  await expect(triggers.first()).toBeVisible()
  const count = await triggers.count()
  for (let index = 0; index < count; index++) {
    const trigger = triggers.nth(index)
    for (const edge of ['start', 'end'] as const) {
      await page.mouse.move(0, 0)
      await expect(tooltip).toHaveCount(0)
      await putAt(trigger, edge)
      await trigger.hover()
      await expect(tooltip).toHaveCount(1)
      await isTwelve(trigger, tooltip)
    }
  }
  await page.mouse.move(0, 0)
  await expect(tooltip).toHaveCount(0)
}

/** Measures the panels of all buttons. */
async function panelsHang(page: Page, triggers: Locator, role: 'menu' | 'dialog') {
  // Menu buttons appear after hydration.
  await expect(triggers.first()).toBeVisible()
  const count = await triggers.count()
  for (let index = 0; index < count; index++) {
    const trigger = triggers.nth(index)
    const panel = page.getByRole(role)
    await trigger.scrollIntoViewIfNeeded()
    await trigger.click()
    await expect(panel).toBeVisible()
    await isTwelve(trigger, panel)
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
  }
}

for (const letters of ['usual letters', 'letters of 200 %', 'the accessible version'] as const) {
  test(`floating panels are 12 px from their trigger: ${letters} @scripts-on`, async ({
    visitor,
    signedInAsAnna,
    portal,
  }) => {
    const { page } = visitor
    await signedInAsAnna()
    if (letters === 'the accessible version')
      await visitor.context.request.post('/accessible-version', { headers: { origin: portal.url } })
    const opens = async (address: string) => {
      await visitor.opens(address)
      if (letters === 'letters of 200 %')
        await page.evaluate(() => {
          document.documentElement.style.fontSize = '200%'
        })
    }

    await opens('/styleguide')
    await visitor.findsAlive('Показать успех')
    const tooltips = page.locator('[data-component="tooltip"] figure').locator('a, button')
    await expect(tooltips).toHaveCount(3)
    await tooltipsHang(page, tooltips)
    await panelsHang(page, page.locator('main [aria-haspopup="menu"]'), 'menu')
    await panelsHang(page, page.locator('main [aria-haspopup="dialog"]'), 'dialog')

    // The same components as in the styleguide, which has shown them with these letters.
    if (letters !== 'usual letters' && !isLongRun) return
    await opens('/personal/invoice')
    await tooltipsHang(page, page.locator('main a[href^="#term-"]'))
    await opens('/personal')
    await panelsHang(page, page.locator('main [aria-haspopup="menu"]'), 'menu')
  })
}
