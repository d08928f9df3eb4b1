import type { Locator, Page } from '@playwright/test'
import { expect, test } from './test'

const DISTANCE = 12

/** Waits until the panel has appeared, and gives the free space between a trigger and the panel above or below it. */
async function gapBetween(trigger: Locator, floating: Locator): Promise<number> {
  // Not all animations of the page: a button's spinner turns for ever.
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

/** Puts a trigger at an edge of the window, so that what hangs from it has room on the other side alone. */
const putAt = (trigger: Locator, edge: 'start' | 'end') =>
  trigger.evaluate((element, block) => element.scrollIntoView({ block }), edge)

/** Goes over all triggers of tooltips that a locator finds, with words above and below. */
async function tooltipsHang(page: Page, triggers: Locator) {
  const tooltip = page.getByRole('tooltip').filter({ visible: true })
  // Menus' buttons are there when the page has come alive.
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

/** Goes over all buttons that open a panel. */
async function panelsHang(page: Page, triggers: Locator, role: 'menu' | 'dialog') {
  // Menus' buttons are there when the page has come alive.
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
  test(`what floats hangs 12 px from what it is about: ${letters} @scripts-on`, async ({
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

    await opens('/personal/invoice')
    await tooltipsHang(page, page.locator('main a[href^="#term-"]'))
    await opens('/personal')
    await panelsHang(page, page.locator('main [aria-haspopup="menu"]'), 'menu')
  })
}
