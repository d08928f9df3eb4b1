import { isLongRun } from '../tests/support/long-run'
import { pairwise, product } from '../tests/support/pairwise'
import { usesLook } from './actions/display-settings'
import { looksElsewhere } from './actions/toasts'
import type { Visitor } from './actions/visitor'
import { axeFindsNothing, isWellDrawn } from './checks/accessibility'
import { endOf } from './checks/first-screen'
import { sticksOut } from './checks/layout'
import { stylesLoaded } from './checks/styles-loaded'
import { choices, type Look, largeText, looks, widest } from './data/display-settings'
import { anna } from './data/people'
import { scriptModeTags } from './support/script-mode-tags'
import { expect, test } from './test'

const inTurn = scriptModeTags()

const html = ({ page }: Visitor) => page.locator('html')
const onButton = ({ header }: Visitor) => header.getByRole('button', { name: 'Версия для слабовидящих' })
const offButton = ({ header }: Visitor) => header.getByRole('button', { name: 'Обычная версия' })

async function chooses({ header }: Visitor, values: Record<string, string>): Promise<void> {
  await header.getByText('Настройки отображения').click()
  for (const [group, value] of Object.entries(values))
    await header.getByRole('group', { name: group }).getByRole('radio', { name: value, exact: true }).check()
  await header.getByRole('button', { name: 'Применить' }).click()
}

test('the accessible version can be turned on, changed and turned off by keyboard alone', {
  tag: inTurn(),
}, async ({ visitor }) => {
  const { page } = visitor
  await visitor.opens('/login')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(onButton(visitor)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(html(visitor)).toHaveAttribute('data-version', 'accessible')
  await expect(page).toHaveURL(/\/login$/)
  await expect(offButton(visitor)).toBeInViewport()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(offButton(visitor)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(html(visitor)).not.toHaveAttribute('data-version')
  await visitor.sees('Вход')
})

test('each setting applies at once and on every page', { tag: inTurn() }, async ({ visitor }) => {
  const { page } = visitor
  await visitor.opens('/help/bill')
  await onButton(visitor).click()
  await chooses(visitor, {
    'Размер шрифта': '200\u00a0%',
    'Цвета сайта': 'Тёмно-синим по голубому',
    Шрифт: 'С засечками',
    'Межбуквенный интервал': 'Большой',
    'Межстрочный интервал': 'Двойной',
    Изображения: 'Выключены',
  })
  const isAsChosen = async () => {
    await expect(html(visitor)).toHaveCSS('font-size', '32px')
    const body = page.locator('body')
    await expect(body).toHaveCSS('background-color', 'rgb(157, 209, 255)')
    await expect(body).toHaveCSS('color', 'rgb(6, 52, 98)')
    await expect(body).toHaveCSS('font-family', /serif$/)
    await expect(visitor.h1).toHaveCSS('font-family', /^(?!.*Golos).*, serif$/)
    const measured = await visitor.h1.evaluate((h1) => {
      const { fontSize, letterSpacing, lineHeight } = getComputedStyle(h1)
      const size = Number.parseFloat(fontSize)
      return [Number.parseFloat(letterSpacing) / size, Number.parseFloat(lineHeight) / size]
    })
    expect(measured[0]).toBeCloseTo(0.25, 2)
    expect(measured[1]).toBeCloseTo(2, 2)
    await expect(html(visitor)).toHaveAttribute('data-images', 'off')
  }
  await visitor.sees('Как читать квитанцию')
  await isAsChosen()
  await visitor.logsIn(anna)
  await isAsChosen()
  await visitor.leftMenu.getByRole('link', { name: 'Профиль' }).click()
  await visitor.sees('Профиль')
  await isAsChosen()
  await visitor.goesBack()
  await visitor.sees('Лицевые счета')
  await isAsChosen()
  await visitor.opens('/personal/no-such-page')
  await isAsChosen()
  await page.getByText('Меню', { exact: true }).click()
  await visitor.logsOut()
  await isAsChosen()
  await visitor.header.getByText('Настройки отображения').click()
  await visitor.header.getByRole('button', { name: 'Сбросить настройки' }).click()
  await expect(html(visitor)).toHaveAttribute('data-scheme', 'white')
  await offButton(visitor).click()
  await expect(html(visitor)).not.toHaveAttribute('data-version')
})

test('the Back button does not show the other version', { tag: inTurn() }, async ({ visitor }) => {
  await visitor.opens('/about')
  await visitor.opens('/login')
  await onButton(visitor).click()
  await expect(html(visitor)).toHaveAttribute('data-version', 'accessible')
  await visitor.goesBack()
  await expect(html(visitor)).toHaveAttribute('data-version', 'accessible')
  await visitor.goesBack()
  await visitor.sees('О компании')
  await expect(html(visitor)).toHaveAttribute('data-version', 'accessible')
})

const pages = [
  '/',
  '/help/bill',
  '/pay',
  '/accessible-version',
  '/personal',
  '/personal/history',
  '/personal/invoice',
  '/personal/pay',
  '/personal/profile',
  '/personal/no-such-page',
]

async function fitsWith(visitor: Visitor, { address, ...look }: Look & { address: string }, site: string) {
  await usesLook(visitor, look, site)
  await visitor.opens(address)
  const sticking = await sticksOut(visitor.page, 320)
  expect(sticking, `${address} ${JSON.stringify(look)}`).toEqual({ by: 0, what: [] })
}

// The pages themselves: every-screen.spec.ts.
for (const look of looks) {
  test(`${look.scheme}: open menus, toasts and errors have full contrast`, {
    tag: '@scripts-on',
  }, async ({ visitor, signedInAsAnna, portal }) => {
    const { page } = visitor
    await usesLook(visitor, look, portal.url)

    await visitor.opens('/login')
    await visitor.presses('Войти')
    await visitor.isRefused({})
    await axeFindsNothing(visitor, 1280, 'main')
    await visitor.header.getByText('Настройки отображения').click()
    await axeFindsNothing(visitor, 1280, 'header')

    await signedInAsAnna()
    await usesLook(visitor, look, portal.url)
    await visitor.opens('/personal')
    await page
      .getByRole('button', { name: /^Действия с\sлицевым счётом/ })
      .first()
      .click()
    await expect(page.getByRole('menu')).toBeVisible()
    await axeFindsNothing(visitor, 1280, '[role="menu"]')
    await page.keyboard.press('Escape')
    const toggle = page.getByText('Меню', { exact: true })
    if (await toggle.isVisible()) await toggle.click()
    await visitor.header.getByRole('button', { name: 'Офисы' }).click()
    await expect(page.getByRole('dialog', { name: 'Офисы' })).toBeVisible()
    await axeFindsNothing(visitor, 1280, '[role="dialog"]')
    await page.keyboard.press('Escape')
    await page.getByRole('navigation', { name: 'Основное меню' }).getByText('Помощь').first().click()
    await axeFindsNothing(visitor, 1280, 'nav[aria-label="Основное меню"]')

    await visitor.opens('/personal/invoice')
    await visitor.link('Пени').focus()
    await visitor.link('Пени').hover()
    await expect(page.getByRole('tooltip').filter({ visible: true })).toBeVisible()
    await axeFindsNothing(visitor, 1280, '[role="tooltip"]')

    await visitor.opens('/personal/profile')
    await looksElsewhere(visitor)
    await visitor.presses('Сохранить')
    await visitor.isTold('Профиль сохранён')
    await isWellDrawn(visitor, [])
    await axeFindsNothing(visitor, 320, 'section[aria-label^="Уведомления"]')
  })
}

test('the largest text with the widest spacing fits 320 pixels', { tag: '@scripts-off' }, async ({
  visitor,
  signedInAsAnna,
  portal,
}) => {
  await signedInAsAnna()
  for (const address of pages) await fitsWith(visitor, { ...widest, address }, portal.url)
})

test('with the widest spacing, too, the heading is on a phone’s first screen', { tag: inTurn() }, async ({
  visitor,
  signedInAsAnna,
  portal,
}) => {
  await visitor.page.setViewportSize({ width: 390, height: 844 })
  await usesLook(visitor, widest, portal.url)
  await signedInAsAnna()
  for (const section of ['', '/history', '/invoice', '/readings', '/profile']) {
    await visitor.opens(`/personal${section}`)
    await stylesLoaded(visitor.page)
    expect(await endOf(visitor.h1), section).toBeLessThanOrEqual(844)
  }
})

test('a row unfolds the menu of the cabinet where large text leaves few words to a line', {
  tag: inTurn(),
}, async ({ visitor, signedInAsAnna, portal }) => {
  const { page, leftMenu } = visitor
  await page.setViewportSize({ width: 390, height: 844 })
  await signedInAsAnna()
  await usesLook(visitor, largeText, portal.url)
  await visitor.opens('/personal/invoice')
  const row = page.getByText('Меню кабинета', { exact: true })
  const otherAccounts = page.getByRole('navigation', { name: 'Другой лицевой счёт' })
  await expect(leftMenu).toBeHidden()
  await expect(otherAccounts).toBeHidden()
  await row.press('Enter')
  await expect(leftMenu.getByRole('link')).toHaveCount(8)
  await expect(otherAccounts).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(leftMenu.getByRole('link').first()).toBeFocused()
  await leftMenu.getByRole('link', { name: 'Профиль' }).click()
  await visitor.sees('Профиль')
  await expect(leftMenu).toBeHidden()

  await page.setViewportSize({ width: 1366, height: 768 })
  await expect(row).toBeHidden()
  await expect(leftMenu).toBeVisible()
})

test('a toast of the largest text fits 320 by 568 pixels, and its words can be scrolled', {
  tag: '@scripts-on',
}, async ({ visitor, signedInAsAnna, portal }) => {
  const { page } = visitor
  await page.setViewportSize({ width: 320, height: 568 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signedInAsAnna()
  await usesLook(visitor, widest, portal.url)
  await visitor.opens('/tariffs')
  await looksElsewhere(visitor)
  await visitor.opens('/forgot-password')
  const words = 'Вы уже вошли. Сменить пароль можно в профиле.'
  await visitor.isTold(words)
  const toast = visitor.toasts.locator('[data-in]').filter({ hasText: words })
  for (const part of [toast, toast.getByRole('button')]) await expect(part).toBeInViewport({ ratio: 1 })
  await toast.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  const text = await toast.getByText(words).boundingBox()
  expect((text?.y ?? 0) + (text?.height ?? 0)).toBeLessThanOrEqual(568)
  expect(await sticksOut(page, 320)).toEqual({ by: 0, what: [] })
})

test('any two settings together fit 320 pixels on every page', { tag: '@scripts-off' }, async ({
  visitor,
  signedInAsAnna,
  portal,
}) => {
  await signedInAsAnna()
  for (const combination of pairwise(product({ address: pages, ...choices })))
    await fitsWith(visitor, combination, portal.url)
})

test('the focus is outlined in the scheme’s colour and never covered', {
  tag: '@scripts-on',
}, async ({ visitor, portal }) => {
  const { page } = visitor
  await usesLook(visitor, { ...widest, scheme: 'green' }, portal.url)
  await page.setViewportSize({ width: 360, height: 640 })
  await visitor.opens('/login')
  const seen: string[] = []
  for (let press = 0; press < 20; press += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      if (!element || element === document.body) return null
      const { left, top, width, height } = element.getBoundingClientRect()
      const above = document.elementFromPoint(left + width / 2, Math.max(1, top + Math.min(height, 20) / 2))
      const { outlineColor, outlineStyle, outlineWidth } = getComputedStyle(element)
      return {
        name: element.outerHTML.slice(0, 80),
        isUncovered: above !== null && (element.contains(above) || above.contains(element)),
        outline: `${outlineWidth} ${outlineStyle} ${outlineColor}`,
      }
    })
    if (!focused) break
    seen.push(focused.name)
    expect(focused).toMatchObject({ isUncovered: true, outline: '4px solid rgb(169, 228, 77)' })
  }
  expect(seen.length).toBeGreaterThan(10)
})

test('print has its own look, without the settings panel', { tag: inTurn() }, async ({
  visitor,
  signedInAsAnna,
  portal,
}) => {
  await signedInAsAnna()
  await usesLook(visitor, { ...widest, scheme: 'black' }, portal.url)
  await visitor.opens('/personal/invoice')
  await visitor.page.emulateMedia({ media: 'print' })
  await expect(visitor.page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(visitor.h1).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(offButton(visitor)).toBeHidden()
})

test("the chosen scheme overrides the system's dark mode", { tag: inTurn() }, async ({ visitor, portal }) => {
  await visitor.page.emulateMedia({ colorScheme: 'dark' })
  await visitor.opens('/about')
  await expect(visitor.page.locator('body')).toHaveCSS('background-color', 'rgb(15, 24, 23)')
  await usesLook(visitor, { ...widest, scheme: 'white' }, portal.url)
  await visitor.opens('/about')
  await expect(visitor.page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
})

if (isLongRun)
  for (const address of pages)
    test(`${address}: all its looks fit 320 pixels`, { tag: '@scripts-off' }, async ({
      visitor,
      signedInAsAnna,
      portal,
    }) => {
      test.setTimeout(600_000)
      await signedInAsAnna()
      // A scheme is only colours: the schemes come by turns.
      const { scheme: schemes, ...others } = choices
      for (const [index, look] of product(others).entries()) {
        const scheme = schemes[index % schemes.length] ?? 'white'
        await fitsWith(visitor, { ...look, scheme, address }, portal.url)
      }
    })
