import { cards, paysAtBank, seesResult } from './actions/bank'
import { usesLook } from './actions/display-settings'
import type { Visitor } from './actions/visitor'
import { axeFindsNothing } from './checks/accessibility'
import { looks } from './data/display-settings'
import { newcomer, register } from './data/people'
import { scriptModeTags } from './support/script-mode-tags'
import { expect, test } from './test'

const inTurn = scriptModeTags()

const pages = ['/personal', '/personal/history', '/personal/pay', '/personal/autopayments/new', '/styleguide']

/** Elements that can't be distinguished from their background in forced colours. */
const lostInForcedColours = ({ page }: Visitor) =>
  page.evaluate(() => {
    const named = (element: Element) => element.outerHTML.replace(/\s+/g, ' ').slice(0, 140)
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
    const all = (selector: string) => [...document.querySelectorAll(selector)].filter(isShown)
    const isClear = (colour: string) => colour === 'none' || /^rgba.*, 0[)]$/.test(colour)
    const groundOf = (element: Element | null): string => {
      if (!element) return 'rgb(255, 255, 255)'
      const { backgroundColor } = getComputedStyle(element)
      return isClear(backgroundColor) ? groundOf(element.parentElement) : backgroundColor
    }
    const isDrawn = (colour: string, on: Element | null) => !isClear(colour) && colour !== groundOf(on)

    const luminance = (colour: string) => {
      const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number).map((channel) => {
        const part = channel / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const isTold = (colour: string, on: Element) => {
      if (isClear(colour)) return false
      const [dark = 0, light = 0] = [luminance(colour), luminance(groundOf(on))].sort(
        (one, other) => one - other,
      )
      return (light + 0.05) / (dark + 0.05) >= 3
    }

    const isFramed = (control: Element, part?: string) => {
      const { borderTopStyle, borderTopWidth, borderTopColor } = getComputedStyle(control, part)
      const hasBorder = borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) >= 1
      return hasBorder && isDrawn(borderTopColor, control.parentElement)
    }
    const borderless = all(
      'main :is(button, a)[data-kind]:not([data-kind="quiet"]), main :is(input:not([type="hidden"], [type="checkbox"], [type="radio"]), select, textarea)',
    ).filter(
      (control) =>
        !isFramed(control) && !isDrawn(getComputedStyle(control).backgroundColor, control.parentElement),
    )
    const boxless = all('input:is([type="checkbox"], [type="radio"])').filter(
      (box) => getComputedStyle(box).appearance === 'none' && !isFramed(box) && !isFramed(box, '::before'),
    )
    const pictureless = all('svg').filter((picture) =>
      [...picture.querySelectorAll('path, line, polyline, circle, rect, text, use')].every((mark) => {
        const { fill, stroke } = getComputedStyle(mark)
        return !isTold(fill, picture) && !isTold(stroke, picture)
      }),
    )
    // Behind text the browser draws the window's colour, unless the element keeps its own colours.
    const plateless = all('body *').filter((element) => {
      const hasWords = [...element.childNodes].some((node) => node instanceof Text && node.data.trim())
      const { color, forcedColorAdjust } = getComputedStyle(element)
      return hasWords && forcedColorAdjust === 'auto' && !isTold(color, document.documentElement)
    })
    return [
      ...plateless.map((element) => `words on a plate of their colour: ${named(element)}`),
      ...borderless.map((control) => `no border: ${named(control)}`),
      ...boxless.map((box) => `no box: ${named(box)}`),
      ...pictureless.map((picture) => `not drawn: ${named(picture)}`),
    ]
  })

for (const [version, look] of [
  ['the usual version', undefined],
  ['the accessible version', looks[4]],
] as const) {
  test(`${version} keeps borders, marks and outlines in forced colours @scripts-on`, async ({
    visitor,
    signedInAsAnna,
    portal,
  }) => {
    const { page } = visitor
    await page.emulateMedia({ forcedColors: 'active' })
    if (look) await usesLook(visitor, look, portal.url)
    await signedInAsAnna()
    for (const address of pages) {
      await visitor.opens(address)
      expect(await page.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true)
      expect(await lostInForcedColours(visitor), address).toEqual([])
      for (const press of ['Tab', 'Tab', 'Tab']) {
        await page.keyboard.press(press)
        const frame = await page.locator(':focus').evaluate((element) => {
          const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element)
          const isSeen = outlineColor !== getComputedStyle(document.body).backgroundColor
          return outlineStyle === 'solid' && Number.parseFloat(outlineWidth) >= 2 && isSeen
        })
        expect(frame, `frame of the focus at ${address}`).toBe(true)
      }
    }
  })

  test(`nothing moves in ${version} with reduced motion @scripts-on`, async ({
    visitor,
    signedInAsAnna,
    portal,
  }) => {
    const { page } = visitor
    await page.emulateMedia({ reducedMotion: 'reduce' })
    if (look) await usesLook(visitor, look, portal.url)
    await signedInAsAnna()
    for (const address of pages) {
      await visitor.opens(address)
      const moving = await page.evaluate(() =>
        [...document.querySelectorAll('*')].flatMap((element) => {
          const { transitionDuration, animationName, animationDuration } = getComputedStyle(element)
          const longest = (durations: string) => Math.max(...durations.split(',').map(Number.parseFloat))
          const lasts = Math.max(
            longest(transitionDuration),
            animationName === 'none' ? 0 : longest(animationDuration),
          )
          return lasts > 0.01 ? [element.outerHTML.slice(0, 140)] : []
        }),
      )
      expect(moving, address).toEqual([])
    }
  })
}

test('dark mode has full contrast everywhere @scripts-on', async ({ visitor, signedInAsAnna }) => {
  const { page } = visitor
  await page.emulateMedia({ colorScheme: 'dark' })
  await visitor.opens('/login')
  await visitor.presses('Войти')
  await visitor.isRefused({})
  await axeFindsNothing(visitor, 1280)
  await signedInAsAnna()
  for (const address of ['/', '/personal/invoice', ...pages]) {
    await visitor.opens(address)
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(15, 24, 23)')
    await axeFindsNothing(visitor, 1280)
  }
})

test('a printed invoice has only the invoice, black on white', { tag: inTurn() }, async ({
  visitor,
  signedInAsAnna,
}) => {
  const { page } = visitor
  await page.emulateMedia({ colorScheme: 'dark' })
  await signedInAsAnna()
  await visitor.opens('/personal/invoice')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const other of [visitor.header, page.getByRole('contentinfo'), visitor.leftMenu, visitor.toasts])
    await expect(other).toBeHidden()
  await expect(visitor.main.getByRole('button')).toHaveCount(0)
  await expect(visitor.h1).toHaveText(/^Квитанция за/)
  await expect(visitor.main.getByRole('table').first()).toBeVisible()
  // Also on a wide sheet, without the column of the menu.
  const [sheet, printed] = await Promise.all([visitor.main.boundingBox(), visitor.h1.boundingBox()])
  expect(printed?.width).toBeGreaterThan((sheet?.width ?? Number.NaN) / 2)
  const coloured = await page.evaluate(() =>
    [...document.querySelectorAll('main, main *')].flatMap((element) => {
      if (!element.checkVisibility() || element.closest('svg')) return []
      const { color, backgroundColor } = getComputedStyle(element)
      const isPaper = /^rgba?[(](255, 255, 255|0, 0, 0, 0)/.test(backgroundColor)
      const shade = Math.max(...(color.match(/\d+/g) ?? []).slice(0, 3).map(Number))
      return isPaper && shade <= 0x33
        ? []
        : [`${color} on ${backgroundColor}: ${element.outerHTML.slice(0, 140)}`]
    }),
  )
  expect(coloured).toEqual([])
})

test('a printed payment has what was paid, and no buttons', { tag: inTurn() }, async ({ visitor }) => {
  await visitor.isNewCustomer(newcomer())
  await visitor.hasAccount(register.garage)
  await visitor.opens('/personal/pay')
  await visitor.types({ 'Сумма, ₽': '10' })
  await visitor.presses('Оплатить')
  await paysAtBank(visitor, '10,00 ₽', cards.good)
  await seesResult(visitor, 'Оплачено 10,00 ₽')
  const step = visitor.link('История платежей')
  await expect(step).toBeVisible()
  await visitor.page.emulateMedia({ media: 'print' })
  await expect(step).toBeHidden()
  await expect(visitor.main.getByText('Платёж прошёл, спасибо.')).toBeVisible()
})

test('the link back is not printed', { tag: inTurn() }, async ({ visitor, signedInAsAnna }) => {
  await signedInAsAnna()
  await visitor.opens('/personal/invoice-explanation')
  const back = visitor.link(/^Квитанция за/)
  await expect(back).toBeVisible()
  await visitor.page.emulateMedia({ media: 'print' })
  await expect(visitor.h1).toBeVisible()
  await expect(back).toBeHidden()
})
