import type { Locator } from '@playwright/test'
import { usesLook } from './actions/display-settings'
import type { Visitor } from './actions/visitor'
import { isWellDrawn } from './checks/accessibility'
import { widest } from './data/display-settings'
import { newcomer, register } from './data/people'
import { scriptModeTags } from './support/script-mode-tags'
import type { Scripts } from './support/scripts'
import { expect, test } from './test'

const inTurn = scriptModeTags()

/** The control that opens the offices: a button, without scripts a `summary`. */
const officesTrigger = ({ page, scripts }: Visitor) =>
  scripts
    ? page.getByRole('banner').getByRole('button', { name: 'Офисы' })
    : page.getByRole('banner').locator('summary', { hasText: 'Офисы' })

const offices = ({ page }: Visitor) => page.locator('.location-dropdown').filter({ visible: true })

const menu = ({ page }: Visitor) => page.locator('.dots-dropdown').filter({ visible: true })

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('Not to be seen')
  return box
}

/** Waits for animations to end. */
const settled = ({ page }: Visitor) =>
  page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))

test('the header shows the offices with phones and hours', { tag: inTurn() }, async ({ visitor }) => {
  await visitor.opens('/tariffs')
  await visitor.scriptsArrive()
  await expect(offices(visitor)).toHaveCount(0)
  await officesTrigger(visitor).click()
  const panel = offices(visitor)
  await expect(panel).toHaveAttribute('data-theme', 'location-dropdown')
  for (const words of ['Главный офис', 'ул. Набережная, д. 12', 'Пн–Пт: 9:00–19:00', 'Офис «Рыбацкий»'])
    await expect(panel.getByText(words)).toBeVisible()
  await expect(panel.getByRole('link', { name: '+7 495 000-12-01' })).toHaveAttribute(
    'href',
    'tel:+74950001201',
  )
  await isWellDrawn(visitor)
})

test('the offices work when no script loads @scripts-on', async ({ visitor, scripts }) => {
  await scripts.break()
  await visitor.opens('/tariffs')
  await visitor.page.locator('summary', { hasText: 'Офисы' }).click()
  await expect(offices(visitor).getByText('ул. Набережная, д. 12')).toBeVisible()
})

test('a panel is 12 px from its button; Escape, a click outside and the button close it @scripts-on', async ({
  visitor,
}) => {
  await visitor.opens('/tariffs')
  const button = officesTrigger(visitor)
  await expect(button).toHaveAttribute('aria-haspopup', 'dialog')
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await button.click()
  const panel = visitor.page.getByRole('dialog', { name: 'Офисы' })
  await expect(panel).toBeFocused()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await settled(visitor)
  const [above, below] = [await boxOf(button), await boxOf(panel)]
  expect(Math.abs(below.y - (above.y + above.height) - 12)).toBeLessThan(1)

  await visitor.page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(button).toBeFocused()
  await expect(button).toHaveAttribute('aria-expanded', 'false')

  await button.press('Enter')
  await expect(panel).toBeFocused()
  await visitor.page.keyboard.press('Tab')
  await expect(panel.getByRole('link').first()).toBeFocused()
  await visitor.h1.click()
  await expect(panel).toHaveCount(0)

  await button.click()
  await expect(panel).toBeVisible()
  await button.click()
  await expect(panel).toHaveCount(0)
})

/** Holds back the scripts of a panel; `deliver` releases them and waits until they have run. */
async function holdPanel({ page }: Visitor, script: 'popover-panel' | 'dropdown-menu' = 'popover-panel') {
  const requests: string[] = []
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(`**/${script}*.js`, async (route) => {
    requests.push(route.request().url())
    await released
    await route.continue()
  })
  const deliver = async () => {
    const came = page.waitForEvent('requestfinished', (request) => request.url().includes(script))
    release()
    await came
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
  }
  return { requests, deliver }
}

test('a press before the panel’s scripts are loaded opens it later @scripts-on', async ({ visitor }) => {
  const panel = await holdPanel(visitor)
  await visitor.opens('/tariffs')
  const button = officesTrigger(visitor)
  await expect(button).toBeVisible()
  expect(panel.requests).toEqual([])
  await button.click()
  await expect.poll(() => panel.requests.length).toBeGreaterThan(0)
  await expect(offices(visitor)).toHaveCount(0)
  await panel.deliver()
  await expect(offices(visitor)).toBeVisible()
})

const changesOfMind: [what: string, change: (visitor: Visitor) => Promise<void>][] = [
  ['a second press', (visitor) => officesTrigger(visitor).click()],
  [
    'a navigation',
    async (visitor) => {
      await visitor.header.getByRole('link', { name: 'Тарифы' }).click()
      await visitor.sees('Тарифы')
      await expect(visitor.h1).toBeFocused()
    },
  ],
]

for (const [what, change] of changesOfMind) {
  test(`${what} takes back a press before the panel’s scripts are loaded, and the next one opens it @scripts-on`, async ({
    visitor,
  }) => {
    const panel = await holdPanel(visitor)
    await visitor.opens('/login')
    await officesTrigger(visitor).click()
    await expect.poll(() => panel.requests.length).toBeGreaterThan(0)
    await change(visitor)
    await panel.deliver()
    await expect(offices(visitor)).toHaveCount(0)
    await officesTrigger(visitor).click()
    await expect(visitor.page.getByRole('dialog', { name: 'Офисы' })).toBeFocused()
  })
}

test('a panel whose scripts fail to load unfolds without them, and typed text stays @scripts-on', async ({
  visitor,
  faults,
}) => {
  faults.expect(/net::ERR_FAILED|dynamically imported module/)
  await visitor.page.route(/popover-panel.*[.]js$/, (route) => route.abort())
  await visitor.opens('/login')
  await visitor.types({ 'Электронная почта': 'vera@example.com' })
  await officesTrigger(visitor).click()
  await expect(offices(visitor).getByText('ул. Набережная, д. 12')).toBeVisible()
  await visitor.hasTyped({ 'Электронная почта': 'vera@example.com' })
  await visitor.page.keyboard.press('Escape')
  await expect(offices(visitor)).toHaveCount(0)
  await expect(officesTrigger(visitor)).toBeVisible()
})

test('what unfolded without its scripts in the phone menu stays under a press below @scripts-on', async ({
  visitor,
  faults,
}) => {
  faults.expect(/net::ERR_FAILED|dynamically imported module/)
  await visitor.page.setViewportSize({ width: 360, height: 740 })
  await visitor.page.route(/popover-panel.*[.]js$/, (route) => route.abort())
  await visitor.opens('/login')
  await visitor.findsAlive('Показать пароль')
  await visitor.types({ 'Электронная почта': 'vera@example.com' })
  await visitor.header.locator('summary', { hasText: 'Меню' }).click()
  await officesTrigger(visitor).click()
  await expect(offices(visitor).getByText('ул. Набережная, д. 12')).toBeVisible()
  await visitor.field('Пароль').click()
  await expect(visitor.field('Пароль')).toBeFocused()
  await expect(offices(visitor).getByText('ул. Набережная, д. 12')).toBeVisible()
})

/** Unfolds the offices of the login page before its scripts arrive. */
async function unfoldsOfficesEarly(visitor: Visitor, scripts: Scripts) {
  const release = await scripts.hold()
  await visitor.page.goto('/login', { waitUntil: 'commit' })
  await visitor.page.locator('summary', { hasText: 'Офисы' }).click()
  release()
  await visitor.button('Показать пароль').waitFor()
}

test('scripts that load late keep what is unfolded @scripts-on', async ({ visitor, scripts }) => {
  await unfoldsOfficesEarly(visitor, scripts)
  await expect(offices(visitor).getByText('ул. Набережная, д. 12')).toBeVisible()
})

test('scripts that load late keep the phone menu unfolded @scripts-on', async ({ visitor, scripts }) => {
  await visitor.page.setViewportSize({ width: 360, height: 740 })
  const release = await scripts.hold()
  await visitor.page.goto('/login', { waitUntil: 'commit' })
  await visitor.header.locator('summary', { hasText: 'Меню' }).click()
  release()
  await visitor.button('Показать пароль').waitFor()
  await expect(visitor.header.getByRole('link', { name: 'Тарифы' })).toBeVisible()
})

const closings: [closing: string, close: (visitor: Visitor) => Promise<void>][] = [
  [
    'Escape',
    async (visitor) => {
      await visitor.page.keyboard.press('Escape')
      await expect(officesTrigger(visitor)).toBeFocused()
    },
  ],
  // Not in the middle, which the offices may cover.
  ['a press outside', (visitor) => visitor.h1.click({ position: { x: 5, y: 5 } })],
  [
    'a navigation',
    async (visitor) => {
      // Without press or focus, which would close them as well.
      await visitor.header.getByRole('link', { name: 'Тарифы' }).dispatchEvent('click')
      await visitor.sees('Тарифы')
    },
  ],
]

for (const [closing, close] of closings) {
  test(`${closing} closes offices unfolded before scripts, and their button opens the panel @scripts-on`, async ({
    visitor,
    scripts,
  }) => {
    await unfoldsOfficesEarly(visitor, scripts)
    await expect(offices(visitor)).toBeVisible()
    await close(visitor)
    await expect(offices(visitor)).toHaveCount(0)
    await officesTrigger(visitor).click()
    await expect(visitor.page.getByRole('dialog', { name: 'Офисы' })).toBeFocused()
  })
}

test('a navigation closes open panels and blocks opening for 300 ms @scripts-on', async ({ visitor }) => {
  await visitor.opens('/')
  await visitor.header.getByRole('link', { name: 'Тарифы' }).click()
  await visitor.sees('Тарифы')
  await officesTrigger(visitor).click()
  await expect(offices(visitor)).toBeVisible()
  await visitor.page.goBack()
  await expect(offices(visitor)).toHaveCount(0)
  await expect(visitor.h1).toBeFocused()

  // Dispatches the event of a navigation's start, then presses until a panel opens.
  await visitor.page.reload()
  await officesTrigger(visitor).click()
  await expect(offices(visitor)).toBeVisible()
  const waited = await visitor.page.evaluate(async () => {
    const button = [...document.querySelectorAll<HTMLButtonElement>('header button')].find(
      ({ textContent }) => textContent === 'Офисы',
    )
    const start = performance.now()
    dispatchEvent(new Event('page:start'))
    do {
      await new Promise(requestAnimationFrame)
      if (button?.ariaExpanded === 'false') button.click()
      await new Promise(requestAnimationFrame)
    } while (button?.ariaExpanded !== 'true')
    return performance.now() - start
  })
  expect(waited).toBeGreaterThanOrEqual(300)
  expect(waited).toBeLessThan(3000)
})

const ACTIONS = [
  ['Автоплатёж', 'Новый автоплатёж'],
  ['Удалить', 'Удалить лицевой счёт'],
] as const

test("what customers come for is linked openly on an account's card", { tag: inTurn() }, async ({
  visitor,
  signedInAsAnna,
}) => {
  await signedInAsAnna()
  const account = '4010028513'
  const links = [
    ['Квартира', '/personal/invoice'],
    ['Квитанция', '/personal/invoice'],
    ['Почему такая сумма', '/personal/invoice-explanation'],
    ['Показания', '/personal/readings'],
    ['История платежей', '/personal/history'],
  ] as const
  for (const [words, path] of links) {
    await visitor.opens('/personal')
    await visitor
      .card(account)
      .getByRole('link', { name: new RegExp(`^${words}( по лицевому счёту|$)`) })
      .click()
    await expect(visitor.page).toHaveURL(new RegExp(`${path}[?]account=${account}$`))
  }
})

test("an account's rare actions are in its menu, without scripts in a row", {
  tag: inTurn(),
}, async ({ visitor }) => {
  await visitor.isNewCustomer(newcomer())
  for (const account of [register.garage, register.dacha]) await visitor.hasAccount(account)
  const { account } = register.dacha
  for (const [words, h1] of ACTIONS) {
    await visitor.opens('/personal')
    await visitor.doesWith(account, words)
    await expect(visitor.h1).toHaveText(h1)
    expect(visitor.page.url()).toContain(account)
    await expect(menu(visitor)).toHaveCount(0)
  }
  await visitor.opens('/personal')
  await visitor.doesWith(account, 'Сделать основным')
  await visitor.isTold('Основной лицевой счёт изменён')
  await expect(visitor.card(account).getByText('Основной', { exact: true })).toBeVisible()
  await expect(visitor.inRow(account, 'Сделать основным')).toHaveCount(0)
})

test('with scripts the actions are only in the menu, and paying only on the card @scripts-on', async ({
  visitor,
}) => {
  await visitor.isNewCustomer(newcomer())
  for (const account of [register.garage, register.dacha]) await visitor.hasAccount(account)
  await visitor.opens('/personal')
  const { account } = register.dacha
  await visitor.dots(account).click()
  await expect(menu(visitor)).toHaveAttribute('data-theme', 'dots-dropdown')
  await expect(visitor.page.getByRole('menuitem')).toHaveText([
    'Автоплатёж',
    'Название',
    'Доступ для близких',
    'Сделать основным',
    'Удалить',
  ])
  for (const [words] of ACTIONS) await expect(visitor.inRow(account, words)).toHaveCount(0)
  await expect(visitor.card(account).getByRole('link', { name: /^Оплатить/ })).toHaveCount(1)
})

test('the row of actions stays when scripts fail, without a menu button @scripts-broken', async ({
  visitor,
  signedInAsAnna,
}) => {
  await signedInAsAnna()
  await visitor.opens('/personal')
  await expect(visitor.inRow('4010028513', 'Удалить')).toBeVisible()
  await expect(visitor.dots('4010028513')).toHaveCount(0)
})

for (const [width, fontSize] of [
  [1280, '100%'],
  [768, '100%'],
  [360, '100%'],
  [320, '100%'],
  [1280, '200%'],
  [360, '200%'],
] as const) {
  test(`nothing moves when the menu button replaces the row: ${width} px, text of ${fontSize} @scripts-late`, async ({
    visitor,
    signedInAsAnna,
  }) => {
    await signedInAsAnna()
    const { page } = visitor
    await page.setViewportSize({ width, height: 800 })
    await visitor.opens('/personal')
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size
    }, fontSize)
    await expect(visitor.inRow('4010028513', 'Удалить')).toBeVisible()
    const heights = () =>
      page
        .locator('main li > section')
        .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().height))
    const before = await heights()
    expect(before).toHaveLength(3)
    await visitor.scriptsArrive()
    await expect(visitor.dots('4010028513')).toBeVisible()
    expect(await heights()).toEqual(before)
  })
}

test('a menu works by keyboard @scripts-on', async ({ visitor, signedInAsAnna }) => {
  await signedInAsAnna()
  await visitor.opens('/personal')
  const { keyboard } = visitor.page
  const button = visitor.page.getByRole('button', { name: /^Действия с\sлицевым счётом/ }).first()
  await expect(button).toHaveAttribute('aria-haspopup', 'menu')
  await button.focus()
  await keyboard.press('ArrowDown')
  const opened = visitor.page.getByRole('menu', { name: /^Действия с\sлицевым счётом/ })
  await expect(opened).toBeVisible()
  await keyboard.press('Home')
  await expect(opened.getByRole('menuitem').first()).toBeFocused()
  await keyboard.press('ArrowUp')
  await expect(opened.getByRole('menuitem').last()).toBeFocused()
  await keyboard.press('Escape')
  await expect(opened).toHaveCount(0)
  await expect(button).toBeFocused()

  await keyboard.press('Enter')
  await expect(opened).toBeVisible()
  await isWellDrawn(visitor)
  // The focus follows a key with a delay, and the next key continues from it.
  for (const [at, key] of ['Home', 'ArrowDown', 'ArrowDown', 'ArrowDown'].entries()) {
    await keyboard.press(key)
    await expect(opened.getByRole('menuitem').nth(at)).toBeFocused()
  }
  await expect(opened.getByRole('menuitem', { name: 'Удалить' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(visitor.h1).toHaveText(/^Удал/)
  await expect(visitor.h1).toBeFocused()
})

test('a menu whose scripts come after Enter puts focus on its first item @scripts-on', async ({
  visitor,
  signedInAsAnna,
}) => {
  const { page } = visitor
  await signedInAsAnna()
  const held = await holdPanel(visitor, 'dropdown-menu')
  await visitor.opens('/personal')
  const actions = page.getByRole('button', { name: /^Действия с\sлицевым счётом/ })
  await actions.first().press('Enter')
  await held.deliver()
  const items = page.getByRole('menuitem')
  await expect(items.first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(items.nth(1)).toBeFocused()
})

test('the words of an invoice link to their explanations', { tag: inTurn() }, async ({
  visitor,
  signedInAsAnna,
}) => {
  await signedInAsAnna()
  await visitor.opens('/personal/invoice')
  await visitor.link('Пени').click()
  await expect(visitor.page).toHaveURL(/#term-penalty$/)
  await expect(visitor.page.locator('#term-penalty')).toBeInViewport()
  await expect(visitor.main.getByText('Плата за просрочку дольше 30 дней.')).toBeInViewport()
})

test('an explanation is shown as a tooltip on hover and on keyboard focus @scripts-on', async ({
  visitor,
  signedInAsAnna,
}) => {
  await signedInAsAnna()
  await visitor.opens('/personal/invoice')
  const { keyboard, mouse } = visitor.page
  const [penalty, debt] = [visitor.link('Пени'), visitor.link('Долг на начало месяца')]
  const hint = visitor.page.getByRole('tooltip').filter({ visible: true })

  await penalty.hover()
  await expect(hint).toHaveText(/Плата за просрочку дольше 30\sдней/)
  await expect(penalty).toHaveAccessibleDescription(/Плата за просрочку дольше 30\sдней/)
  await settled(visitor)
  const [bubble, word] = [await boxOf(hint), await boxOf(penalty)]
  expect(Math.abs(word.y - (bubble.y + bubble.height) - 12)).toBeLessThan(2)
  // The pointer may move onto the tooltip.
  await hint.hover()
  await expect(hint).toBeVisible()
  await keyboard.press('Escape')
  await expect(hint).toHaveCount(0)

  await mouse.move(0, 0)
  await penalty.hover()
  await expect(hint).toBeVisible()
  await mouse.move(0, 0)
  await expect(hint).toHaveCount(0)

  await debt.focus()
  await keyboard.press('Shift+Tab')
  await keyboard.press('Tab')
  await expect(debt).toBeFocused()
  await expect(hint).toHaveText(/То, что осталось неоплаченным/)
  await penalty.hover()
  await expect(hint).toHaveText(/Плата за просрочку дольше 30\sдней/)
  await isWellDrawn(visitor)
})

test('with the largest text tooltips stay in a window of 320 by 568 pixels @scripts-on', async ({
  visitor,
  signedInAsAnna,
  portal,
}) => {
  const { page } = visitor
  await page.setViewportSize({ width: 320, height: 568 })
  await signedInAsAnna()
  await usesLook(visitor, widest, portal.url)
  await visitor.opens('/personal/invoice')
  const hint = page.getByRole('tooltip').filter({ visible: true })
  for (const term of ['Объём', 'Пени', 'Долг на начало месяца']) {
    const word = visitor.link(term).first()
    // Not only by Tab from word to word: the tooltip of one word covers the next word until it closes.
    await word.focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await expect(word).toBeFocused()
    await expect(word).toHaveAccessibleDescription(/./)
    await expect(hint).toBeVisible()
    await settled(visitor)
    const { x, y, width, height } = await boxOf(hint)
    expect(x).toBeGreaterThanOrEqual(0)
    expect(y).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(320)
    // Beside a line of an odd height a tooltip is placed between two pixels.
    expect(Math.floor(y + height)).toBeLessThanOrEqual(568)
  }
})

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 412, height: 900 } })

  test('a touch within 20 px of a panel keeps it open, one further away closes it @scripts-on', async ({
    visitor,
    signedInAsAnna,
  }) => {
    await signedInAsAnna()
    const { page } = visitor
    // Where a card has room beside the panel.
    await page.setViewportSize({ width: 900, height: 900 })
    await visitor.opens('/personal')
    const button = page.getByRole('button', { name: /^Действия с\sлицевым счётом/ }).first()
    await button.tap()
    await expect(menu(visitor)).toBeVisible()
    await settled(visitor)
    const { x, y, height } = await boxOf(menu(visitor))
    // A point beside the panel, away from controls: Chromium moves a touch to a control a few pixels away.
    const free = await page.evaluate(
      ([left, top, bottom]) => {
        const away = 24
        const pressed = [...document.querySelectorAll('a, button')]
          .map((element) => element.getBoundingClientRect())
          .filter((box) => box.left < left && box.right > left - 25 - away)
        for (let at = top; at < bottom; at += 4)
          if (pressed.every((box) => box.bottom < at - away || box.top > at + away)) return at
        throw new Error('Everything can be pressed')
      },
      [x, y, y + height] as const,
    )
    await page.touchscreen.tap(x - 15, free)
    await page.touchscreen.tap(x - 18, free)
    await expect(menu(visitor)).toBeVisible()
    await page.touchscreen.tap(x - 25, free)
    await expect(menu(visitor)).toHaveCount(0)

    await button.tap()
    await expect(menu(visitor)).toBeVisible()
    await button.tap()
    await expect(menu(visitor)).toHaveCount(0)
  })

  test('a list unfolded in the phone menu stays open, and a touch below it works @scripts-on', async ({
    visitor,
  }) => {
    await visitor.opens('/tariffs')
    await visitor.header.locator('summary', { hasText: 'Меню' }).tap()
    const menu = visitor.page.getByRole('navigation', { name: 'Основное меню' })
    await menu.locator('summary', { hasText: 'Помощь' }).tap()
    await expect(menu.getByRole('link', { name: 'Как читать квитанцию' })).toBeVisible()
    await officesTrigger(visitor).tap()
    await expect(offices(visitor).getByText('ул. Набережная, д. 12')).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Как читать квитанцию' })).toBeVisible()
  })

  test('touching a word of an invoice goes to its explanation, without a tooltip @scripts-on', async ({
    visitor,
    signedInAsAnna,
  }) => {
    await signedInAsAnna()
    await visitor.opens('/personal/invoice')
    await visitor.link('Пени').tap()
    await expect(visitor.page).toHaveURL(/#term-penalty$/)
    await expect(visitor.page.getByRole('tooltip')).toHaveCount(0)
  })
})
