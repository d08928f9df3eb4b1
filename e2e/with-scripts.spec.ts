import { holdPosts } from './actions/hold-posts'
import { listen } from './checks/announcements'
import { recordShifts } from './checks/layout-shifts'
import { anna, newcomer, register } from './data/people'
import { expect, test } from './test'

test('a form in progress is not sent again @scripts-on', async ({ visitor }) => {
  const person = newcomer()
  await visitor.opens('/registration')
  await visitor.types({
    Имя: person.name,
    'Электронная почта': person.email,
    Пароль: person.password,
    'Пароль ещё раз': person.password,
  })
  await visitor.consent.check()
  const posts = await holdPosts(visitor, '/registration')

  const button = visitor.button(/^(Зарегистрироваться|Регистрируем…)$/)
  await button.dblclick()
  await expect(button).toHaveText('Регистрируем…')
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(button).toBeFocused()
  await visitor.page.keyboard.press('Enter')
  await visitor.field('Имя').press('Enter')
  await button.click({ force: true })
  posts.release()
  await visitor.sees('Проверьте почту')
  expect(posts.sent).toHaveLength(1)
})

test('an action in progress is not sent again, and only its own menu shows it @scripts-on', async ({
  visitor,
}) => {
  await visitor.isNewCustomer(newcomer())
  for (const account of [register.garage, register.dacha, register.flat]) await visitor.hasAccount(account)
  await visitor.opens('/personal')
  const posts = await holdPosts(visitor, '/personal')
  await visitor.doesWith(register.flat.account, 'Сделать основным')
  await visitor.dots(register.flat.account).click()
  const busy = visitor.page.getByRole('menuitem', { name: 'Меняем…' })
  await expect(busy).toHaveAttribute('aria-disabled', 'true')
  await busy.click({ force: true })
  await visitor.page.keyboard.press('Escape')
  await visitor.dots(register.dacha.account).click()
  await expect(visitor.page.getByRole('menuitem', { name: 'Сделать основным' })).toBeVisible()
  await expect(busy).toHaveCount(0)
  await visitor.page.keyboard.press('Escape')
  posts.release()
  await expect(visitor.card(register.flat.account).getByText('Основной', { exact: true })).toBeVisible()
  expect(posts.sent).toHaveLength(1)
})

test('the login can be pressed while a letter from its page is being sent @scripts-on', async ({
  visitor,
}) => {
  const person = newcomer()
  await visitor.signsUp(person)
  await visitor.opens('/login')
  await visitor.fillsLogin(person)
  const again = visitor.button('Отправить письмо ещё раз')
  await expect(again).toBeVisible()
  const posts = await holdPosts(visitor, '/login')
  await again.click()
  await expect(visitor.button('Отправляем…')).toHaveAttribute('aria-disabled', 'true')
  await expect(visitor.button('Войти')).toBeVisible()
  await expect(visitor.button('Войти')).not.toHaveAttribute('aria-disabled', 'true')
  posts.release()
  await visitor.isTold('Если адрес ждёт подтверждения, новое письмо уже в пути.')
  expect(posts.sent).toHaveLength(1)
})

test('after a navigation the title, the focus and one announcement name the new page @scripts-on', async ({
  visitor,
  signedInAsAnna,
}) => {
  const announced = await listen(visitor.page)
  await signedInAsAnna()
  await visitor.opens('/personal')
  await visitor.sees('Лицевые счета')
  await expect(visitor.h1).not.toBeFocused()
  const heard: string[] = []

  for (const [link, h1] of [
    ['Профиль', 'Профиль'],
    ['Добавить лицевой счёт', 'Добавить лицевой счёт'],
    ['Лицевые счета', 'Лицевые счета'],
  ] as const) {
    await visitor.leftMenu.getByRole('link', { name: link }).click()
    await visitor.sees(h1)
    await expect(visitor.h1).toBeFocused()
    heard.push(`${h1} — Тихий берег`)
    await expect.poll(announced).toEqual(heard)
  }

  await visitor.page.goBack()
  await visitor.sees('Добавить лицевой счёт')
  await expect(visitor.h1).toBeFocused()
  heard.push('Добавить лицевой счёт — Тихий берег')
  await expect.poll(announced).toEqual(heard)

  await visitor.header.getByRole('link', { name: 'Тарифы' }).click()
  await visitor.sees('Тарифы')
  await expect(visitor.h1).toBeFocused()
  expect(await visitor.page.evaluate(() => window.scrollY)).toBe(0)
  heard.push('Тарифы — Тихий берег')
  await expect.poll(announced).toEqual(heard)
})

test('a jump within a page moves no focus and announces nothing @scripts-on', async ({ visitor }) => {
  const announced = await listen(visitor.page)
  await visitor.opens('/')
  await visitor.header.getByRole('link', { name: 'О компании' }).click()
  await visitor.sees('О компании')
  await visitor.page
    .getByRole('contentinfo')
    .getByRole('link', { name: 'Обработка персональных данных' })
    .click()
  await visitor.sees('Политика обработки персональных данных')
  await expect(visitor.h1).toBeFocused()
  const before = await announced()
  const part = '2. Чьи данные, какие и зачем'
  await visitor.page.getByRole('link', { name: part }).click()
  await expect(visitor.main.getByRole('heading', { name: part })).toBeInViewport()
  await expect(visitor.h1).not.toBeFocused()
  expect(await announced()).toEqual(before)
})

test('a rejected form takes focus and is announced once; the page is not @scripts-on', async ({
  visitor,
}) => {
  const announced = await listen(visitor.page)
  await visitor.opens('/login')
  await visitor.presses('Войти')
  await visitor.isRefused({ summary: ['Введите адрес электронной почты', 'Введите пароль'] })
  await expect(visitor.h1).not.toBeFocused()
  expect((await announced()).filter((words) => words.includes('Вход'))).toEqual([])
  expect((await announced()).filter((words) => words.includes('Введите пароль'))).toHaveLength(1)
})

test('Back to the page of a rejected form takes focus and is announced @scripts-on', async ({ visitor }) => {
  const announced = await listen(visitor.page)
  await visitor.opens('/login')
  await visitor.presses('Войти')
  await visitor.isRefused({})
  await visitor.follows('Забыли пароль?')
  await visitor.sees('Забыли пароль?', 'Забытый пароль')
  await expect(visitor.h1).toBeFocused()
  await visitor.goesBack()
  await visitor.sees('Вход')
  await expect(visitor.h1).toBeFocused()
  await expect.poll(async () => (await announced()).at(-1)).toBe('Вход — Тихий берег')
})

test('Back from a refused form to refused days of the history is announced as an error @scripts-on', async ({
  visitor,
  signedInAsAnna,
}) => {
  const announced = await listen(visitor.page)
  const wrongOrder = { summary: ['Последний день раньше первого. Поменяйте дни местами.'] }
  await signedInAsAnna()
  await visitor.opens('/personal/history?from=2026-10-10&to=2026-10-01')
  await visitor.isRefused(wrongOrder)
  await visitor.leftMenu.getByRole('link', { name: 'Профиль' }).click()
  await visitor.sees('Профиль')
  await visitor.types({ Имя: '' })
  await visitor.presses('Сохранить')
  await visitor.isRefused({ summary: ['Введите имя'] })
  await visitor.goesBack()
  await visitor.isRefused(wrongOrder)
  await expect
    .poll(announced)
    .toContainEqual(expect.stringMatching(/^Ошибка: История платежей: .+ — Тихий берег$/))
  await expect(visitor.page).toHaveTitle(/^Ошибка: История платежей: /)
})

test('a message is a toast, announced once, and gone after a reload @scripts-on', async ({ visitor }) => {
  const announced = await listen(visitor.page)
  await visitor.isNewCustomer(newcomer())
  await visitor.opens('/personal/profile')
  await visitor.types({ Имя: 'Вера Розальская' })
  await visitor.presses('Сохранить')
  await visitor.isTold('Профиль сохранён')
  await expect(visitor.toasts.getByText('Профиль сохранён')).toHaveCount(1)
  await expect(visitor.main.getByText('Профиль сохранён')).toHaveCount(0)
  await expect.poll(announced).toEqual(['Профиль сохранён'])

  const reloaded = await visitor.page.reload()
  expect(await reloaded?.text()).not.toContain('Профиль сохранён')
})

test('a message in a full page load becomes a toast without a layout shift @scripts-on', async ({
  visitor,
  signedInAsAnna,
}) => {
  const announced = await listen(visitor.page)
  await signedInAsAnna()
  // Loads the fonts first: their late loading shifts the layout too.
  await visitor.opens('/personal')
  await visitor.page.evaluate(() => document.fonts.ready)
  const shifts = await recordShifts(visitor.page)
  const answer = await visitor.opens('/verify-email/someId?code=someCode')
  const words = 'Вы уже вошли. Чтобы открыть ссылку из письма, сначала выйдите.'
  expect(await answer.text()).toContain(words)
  await visitor.isTold(words)
  await expect(visitor.main.getByText(words)).toBeHidden()
  await expect.poll(announced).toEqual([words])
  expect(await shifts()).toEqual([])
})

test('a toast is closed by its button and by Escape, and focus returns @scripts-on', async ({ visitor }) => {
  await visitor.isNewCustomer(newcomer())
  await visitor.opens('/personal/profile')
  const close = visitor.toasts.getByRole('button', { name: 'Закрыть уведомление' })
  for (const key of ['Enter', 'Escape']) {
    await visitor.presses('Сохранить')
    await visitor.isTold('Профиль сохранён')
    await expect(visitor.h1).toBeFocused()
    await close.focus()
    await visitor.page.keyboard.press(key)
    await expect(visitor.toasts.getByText('Профиль сохранён')).toHaveCount(0)
    await expect(visitor.h1).toBeFocused()
  }
})

test('a password can be shown, and is hidden again when it is sent @scripts-on', async ({ visitor }) => {
  await visitor.opens('/login')
  // The button that shows the password must not be labelled as a second field.
  await expect(visitor.page.getByLabel('Пароль')).toHaveCount(1)
  await visitor.types({ 'Электронная почта': anna.email, Пароль: 'не тот пароль' })
  await visitor.presses('Показать пароль')
  await expect(visitor.field('Пароль')).toHaveAttribute('type', 'text')
  await visitor.presses('Войти')
  await visitor.isRefused({})
  await expect(visitor.field('Пароль')).toHaveAttribute('type', 'password')
})

test('scripts that load late keep what was typed @scripts-on', async ({ visitor, scripts }) => {
  const release = await scripts.hold()
  await visitor.page.goto('/registration', { waitUntil: 'commit' })
  await visitor.types({ Имя: 'Вера', 'Электронная почта': 'vera@example.com' })
  release()
  await visitor.button('Показать пароль').waitFor()
  await visitor.button('Показать пароль ещё раз').waitFor()
  await visitor.hasTyped({ Имя: 'Вера', 'Электронная почта': 'vera@example.com' })
})

test('a login works when scripts fail to load @scripts-on', async ({ visitor, scripts }) => {
  await scripts.break()
  await visitor.opens('/login')
  await visitor.fillsLogin(anna)
  await visitor.sees('Лицевые счета')
  await visitor.header.getByRole('button', { name: 'Выйти' }).click()
  await expect(visitor.main.getByText('Вы вышли. До встречи!')).toBeVisible()
})
