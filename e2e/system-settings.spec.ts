import { axeFindsNothing } from './pages/accessible'
import { comesWith, looks } from './pages/looks'
import { expect, test } from './pages/test'
import type { Visitor } from './pages/visitor'

const pages = ['/personal', '/personal/history', '/personal/pay', '/personal/autopayments/new', '/styleguide']

/** What can't be told from its ground where the system has colours of its own. */
const lostInForcedColours = ({ page }: Visitor) =>
  page.evaluate(() => {
    const named = (element: Element) => element.outerHTML.replace(/\s+/g, ' ').slice(0, 140)
    const canvas = getComputedStyle(document.body).backgroundColor
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
    const all = (selector: string) => [...document.querySelectorAll(selector)].filter(isShown)
    const isDrawn = (colour: string) => colour !== canvas && !/, 0[)]$/.test(colour) && colour !== 'none'

    const borderless = all(
      'main :is(button, a)[data-kind]:not([data-kind="quiet"]), main :is(input:not([type="hidden"], [type="checkbox"], [type="radio"]), select, textarea)',
    ).filter((control) => {
      const { borderTopStyle, borderTopWidth, borderTopColor } = getComputedStyle(control)
      return borderTopStyle === 'none' || Number.parseFloat(borderTopWidth) < 1 || !isDrawn(borderTopColor)
    })
    const boxless = all('input:is([type="checkbox"], [type="radio"])').filter((box) => {
      if (getComputedStyle(box).appearance !== 'none') return false
      return ![box, '::before'].some((part) => {
        const style = typeof part === 'string' ? getComputedStyle(box, part) : getComputedStyle(part)
        return Number.parseFloat(style.borderTopWidth) >= 1 && isDrawn(style.borderTopColor)
      })
    })
    const pictureless = all('svg :is(path, line, polyline, circle, rect, text)').filter((mark) => {
      const { fill, stroke } = getComputedStyle(mark)
      return !isDrawn(fill) && !isDrawn(stroke)
    })
    return [
      ...borderless.map((control) => `no border: ${named(control)}`),
      ...boxless.map((box) => `no box: ${named(box)}`),
      ...pictureless.map((mark) => `not drawn: ${named(mark)} in ${named(mark.closest('svg') ?? mark)}`),
    ]
  })

for (const [version, look] of [
  ['the usual version', undefined],
  ['the accessible version', looks[4]],
] as const) {
  test(`${version} keeps its borders, marks and frames where the system has its own colours @scripts-on`, async ({
    visitor,
    signedInAsAnna,
    portal,
  }) => {
    const { page } = visitor
    await page.emulateMedia({ forcedColors: 'active' })
    if (look) await comesWith(visitor, look, portal.url)
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

  test(`nothing moves in ${version} for whoever does not want it @scripts-on`, async ({
    visitor,
    signedInAsAnna,
    portal,
  }) => {
    const { page } = visitor
    await page.emulateMedia({ reducedMotion: 'reduce' })
    if (look) await comesWith(visitor, look, portal.url)
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

test('a dark page has full contrast everywhere @scripts-on', async ({ visitor, signedInAsAnna }) => {
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

test('the paper of an invoice holds the invoice alone, black on white', async ({
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
  await expect(visitor.h1).toHaveText(/^Счёт за/)
  await expect(visitor.main.getByRole('table').first()).toBeVisible()
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
