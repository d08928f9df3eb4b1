import type { Locator } from '@playwright/test'
import { looksElsewhere } from './actions/toasts'
import type { Visitor } from './actions/visitor'
import { isWellDrawn } from './checks/accessibility'
import { listen } from './checks/announcements'
import { recordShifts } from './checks/layout-shifts'
import { newcomer, register } from './data/people'
import { expect, test } from './test'

const LIFE_MS = 5000

const toastsOf = ({ toasts }: Visitor) => toasts.locator('[data-in]')

/** Shows that many numbered messages one after another. */
async function shows(visitor: Visitor, count: number, button = 'Показать успех') {
  for (let number = 0; number < count; number += 1) await visitor.presses(button)
}

/** The timer of a toast: an invisible animation of five seconds. */
const clockOf = (toast: Locator) =>
  toast.evaluate((element) => {
    const clock = element
      .getAnimations({ subtree: true })
      .find(({ effect }) => effect instanceof KeyframeEffect && effect.target?.role === 'progressbar')
    return { lasts: Number(clock?.effect?.getTiming().duration), state: clock?.playState }
  })

/** Ends the timer. */
const letRunOut = (toast: Locator) =>
  toast.evaluate((element) => {
    for (const animation of element.getAnimations({ subtree: true }))
      if (animation.playState === 'running') animation.finish()
  })

const arrived = (toast: Locator) =>
  expect.poll(() => clockOf(toast)).toEqual({ lasts: LIFE_MS, state: 'running' })

/** The styleguide page with buttons that show messages. */
async function opensToasts(visitor: Visitor) {
  await visitor.opens('/styleguide?component=toast')
  await visitor.findsAlive('Показать успех')
}

test.beforeEach(({ visitor }) => opensToasts(visitor))

test('a toast is shown at the top centre for five seconds, without a progress bar @scripts-on', async ({
  visitor,
}) => {
  const { page } = visitor
  await shows(visitor, 1)
  const toast = toastsOf(visitor)
  await arrived(toast)
  await expect(toast).toHaveText(/1[.] Лицевой счёт добавлен/)
  await expect(visitor.toasts.getByRole('progressbar')).toHaveCount(0)
  const box = await toast.boundingBox()
  const width = page.viewportSize()?.width ?? 0
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - width / 2)).toBeLessThan(10)
  expect(box?.y).toBeLessThan(40)
  await letRunOut(toast)
  await expect(toast).toHaveCount(0)
})

test('toasts slide in with a blur, and without movement under reduced motion @scripts-on', async ({
  visitor,
}) => {
  const { page } = visitor
  const motion = () =>
    page.evaluate(
      () =>
        new Promise((resolve) => {
          document.addEventListener('animationstart', ({ target }) => {
            if (!(target instanceof Element && target.matches('[data-in]'))) return
            const [from] = target
              .getAnimations()
              .flatMap(({ effect }) => (effect instanceof KeyframeEffect ? effect.getKeyframes() : []))
            resolve(`${from?.filter} ${from?.transform}`)
          })
          document.querySelector<HTMLButtonElement>('main button')?.click()
        }),
    )
  expect(await motion()).toMatch(/^blur[(].+ translateY[(]-/)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await opensToasts(visitor)
  expect(await motion()).not.toMatch(/blur|translate/)
})

test('at most four toasts are shown, newest on top; the others wait @scripts-on', async ({ visitor }) => {
  await looksElsewhere(visitor)
  await shows(visitor, 6)
  const toasts = toastsOf(visitor)
  // Not by the mouse: the timers run again once it leaves a toast.
  await expect(toasts).toHaveText([/4[.]/, /3[.]/, /2[.]/, /1[.]/])
  await toasts.last().dispatchEvent('click')
  await expect(toasts).toHaveText([/5[.]/, /4[.]/, /3[.]/, /2[.]/])
  await toasts.last().dispatchEvent('click')
  await expect(toasts).toHaveText([/6[.]/, /5[.]/, /4[.]/, /3[.]/])
  for (const left of [3, 2, 1, 0]) {
    await toasts.last().getByRole('button', { name: 'Закрыть уведомление' }).dispatchEvent('click')
    await expect(toasts).toHaveCount(left)
  }
})

test('a click closes a toast @scripts-on', async ({ visitor }) => {
  await shows(visitor, 1, 'Показать ошибку')
  await toastsOf(visitor).getByText('Сервис временно недоступен').click()
  await expect(toastsOf(visitor)).toHaveCount(0)
})

test('a toast waits while it is hovered or focused, and while the window is inactive @scripts-on', async ({
  visitor,
}) => {
  const { page } = visitor
  await shows(visitor, 1)
  const toast = toastsOf(visitor)
  const state = async () => (await clockOf(toast)).state
  await arrived(toast)

  await toast.hover()
  await expect.poll(state).toBe('paused')
  await page.mouse.move(5, 700)
  await expect.poll(state).toBe('running')

  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  await expect.poll(state).toBe('paused')
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect.poll(state).toBe('running')

  await page.keyboard.press('Alt+t')
  await expect(toast).toBeFocused()
  await expect.poll(state).toBe('paused')
  await toast.hover()
  await page.mouse.move(5, 700)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await page.keyboard.press('Tab')
  await expect(toast.getByRole('button', { name: 'Закрыть уведомление' })).toBeFocused()
  await expect.poll(state).toBe('paused')
  await page.keyboard.press('Enter')
  await expect(toast).toHaveCount(0)
  await expect(visitor.button('Показать успех')).toBeFocused()
})

test('a toast that arrives while the window is inactive waits for it @scripts-on', async ({ visitor }) => {
  const { page } = visitor
  await looksElsewhere(visitor)
  await shows(visitor, 1)
  const toast = toastsOf(visitor)
  await expect.poll(async () => (await clockOf(toast)).lasts).toBe(LIFE_MS)
  await toast.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
  expect((await clockOf(toast)).state).toBe('paused')
  await page.evaluate(() => {
    document.hasFocus = () => true
    window.dispatchEvent(new Event('focus'))
  })
  await arrived(toast)
})

test('a toast dragged aside by more than 60 % of its width closes, by less it comes back @scripts-on', async ({
  visitor,
}) => {
  const { mouse } = visitor.page
  await shows(visitor, 1)
  const toast = toastsOf(visitor)
  await arrived(toast)
  const pull = async (part: number) => {
    const box = await toast.boundingBox()
    if (!box) throw new Error('Not to be seen')
    const [x, y] = [box.x + 20, box.y + box.height / 2]
    await mouse.move(x, y)
    await mouse.down()
    await mouse.move(x + (box.width * part) / 2, y)
    await mouse.move(x + box.width * part, y)
    await mouse.up()
    return box.x
  }
  const stood = await pull(0.55)
  await expect.poll(async () => Math.round((await toast.boundingBox())?.x ?? 0)).toBe(Math.round(stood))
  await pull(0.65)
  await expect(toast).toHaveCount(0)
})

test('each message type has its own look and text @scripts-on', async ({ visitor }) => {
  await looksElsewhere(visitor)
  for (const button of ['Показать успех', 'Показать ошибку', 'Показать сведения', 'Показать предупреждение'])
    await visitor.presses(button)
  await expect(toastsOf(visitor)).toHaveText([/^Внимание[.] 4/, /^3/, /^Ошибка[.] 2/, /^1/])
  for (const type of ['success', 'error', 'info', 'warning'])
    await expect(visitor.toasts.locator(`.Toastify__toast--${type}`)).toHaveCount(1)
  await isWellDrawn(visitor)
})

test('an error is announced once, and stands on the page when its toast has closed @scripts-on', async ({
  visitor,
}) => {
  const announced = await listen(visitor.page)
  await visitor.isNewCustomer(newcomer())
  for (const account of [register.garage, register.dacha]) await visitor.hasAccount(account)
  await visitor.opens('/personal')
  const otherTab = await visitor.page.context().newPage()
  await otherTab.goto(`/personal/delete-account?account=${register.dacha.account}`)
  await otherTab.getByRole('button', { name: /^Удалить/ }).click()
  await otherTab.waitForURL('**/personal')
  await otherTab.close()
  await visitor.doesWith(register.dacha.account, 'Сделать основным')
  const toast = toastsOf(visitor)
  await expect(toast).toHaveText(/^Ошибка[.]/)
  const words = (await toast.innerText()).replace(/^Ошибка[.]\s*/, '').trim()
  await expect(visitor.main.getByText(words)).toBeHidden()
  await letRunOut(toast)
  await expect(toast).toHaveCount(0)
  await expect(visitor.main.getByText(words)).toBeVisible()
  expect((await announced()).filter((said) => said.includes(words))).toHaveLength(1)
})

test('a result that matters stands on the page when its toast has closed @scripts-on', async ({
  visitor,
}) => {
  const person = newcomer()
  await visitor.isNewCustomer(person)
  const staysAfterToast = async (words: RegExp) => {
    const toast = toastsOf(visitor)
    await expect(toast).toHaveText(words)
    await letRunOut(toast)
    await expect(toast).toHaveCount(0)
    await expect(visitor.main.getByText(words)).toBeVisible()
  }
  await visitor.opens('/personal')
  await visitor.addsAccount(register.garage)
  await staysAfterToast(/^Лицевой счёт .* добавлен/)

  await visitor.opens('/personal/profile')
  const password = 'сорок собак на крыше'
  await visitor.types({
    'Текущий пароль': person.password,
    'Новый пароль': password,
    'Новый пароль ещё раз': password,
  })
  await visitor.presses('Изменить пароль')
  await staysAfterToast(/^Пароль изменён/)
})

test('a toast goes when the next form is posted @scripts-on', async ({ visitor, signedInAsAnna }) => {
  await signedInAsAnna()
  await visitor.opens('/personal/profile')
  await visitor.findsAlive('Сохранить')
  await visitor.presses('Сохранить')
  const first = toastsOf(visitor).filter({ hasText: 'Профиль сохранён' })
  await arrived(first)
  const id = await first.getAttribute('id')
  await visitor.presses('Сохранить')
  await expect(visitor.toasts.locator(`[id="${id}"]`)).toHaveCount(0)
  await expect(toastsOf(visitor)).toHaveCount(1)
})

test('a message in the HTML keeps its space until its toast closes @scripts-on', async ({
  visitor,
  signedInAsAnna,
}) => {
  await signedInAsAnna()
  const shifts = await recordShifts(visitor.page)
  await visitor.opens('/change-password/someId?code=someCode')
  const words = 'Вы уже вошли. Чтобы открыть ссылку из письма, сначала выйдите.'
  await visitor.isTold(words)
  const top = (await visitor.h1.boundingBox())?.y
  await arrived(toastsOf(visitor))
  await letRunOut(toastsOf(visitor))
  await expect(toastsOf(visitor)).toHaveCount(0)
  expect((await visitor.h1.boundingBox())?.y).toBe(top)
  expect(await shifts()).toEqual([])
})
