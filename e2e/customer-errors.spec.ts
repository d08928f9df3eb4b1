import { newcomer, register } from './data/people'
import { scriptModeTags } from './support/script-mode-tags'
import { expect, test } from './test'

const inTurn = scriptModeTags()

const ENDED = 'Сеанс закончился. Войдите ещё раз, и мы вернём вас на эту страницу.'

test('adding an account that is already there, or an unknown one', { tag: inTurn() }, async ({
  visitor,
  signedInAsAnna,
}) => {
  await signedInAsAnna()
  await visitor.opens('/personal/add-account')
  await visitor.presses('Добавить')
  await visitor.isRefused({
    fields: { 'Номер лицевого счёта': 'Введите номер лицевого счёта: он напечатан в квитанции' },
  })

  await visitor.types({ 'Номер лицевого счёта': '4010 0285 13' })
  await visitor.presses('Добавить')
  await visitor.isRefused({ summary: ['Этот лицевой счёт у вас уже добавлен.'] })
  await visitor.hasTyped({ 'Номер лицевого счёта': '4010 0285 13' })

  await visitor.types({ 'Номер лицевого счёта': '999-999' })
  await visitor.presses('Добавить')
  const unknown = /Лицевой счёт 999999 не найден\. Сверьте номер с\sквитанцией/
  await visitor.isRefused({ summary: [unknown] })
  await visitor.hasTyped({ 'Номер лицевого счёта': '999-999' })

  await visitor.types({ 'Номер лицевого счёта': register.garage.account })
  await visitor.presses('Добавить')
  await expect(visitor.field('Код доступа')).toBeVisible()
  await expect(visitor.page).toHaveTitle('Добавить лицевой счёт — Тихий берег')
})

test("another customer's account is not found", { tag: inTurn() }, async ({ visitor, signedInAsAnna }) => {
  await signedInAsAnna()
  const answer = await visitor.opens(`/personal/delete-account?account=${register.ninasFlat.account}`)
  expect(answer.status()).toBe(404)
  await expect(visitor.h1).toHaveText('Ошибка 404 - Страница не найдена')
})

test('a used e-mail link offers a new letter, an undone change restores the old address', {
  tag: inTurn(),
}, async ({ visitor, anotherVisitor }) => {
  const person = newcomer()
  const { email: newEmail } = newcomer()
  await visitor.isNewCustomer(person)
  await visitor.opens('/personal/change-email-request')
  await visitor.types({ 'Новая электронная почта': person.email })
  await visitor.presses('Отправить письмо')
  await visitor.isRefused({
    fields: { 'Новая электронная почта': 'Это ваш нынешний адрес. Укажите новый.' },
  })
  await visitor.types({ 'Новая электронная почта': newEmail })
  await visitor.presses('Отправить письмо')
  await visitor.sees('Профиль')
  const letter = await visitor.outbox.take(newEmail, 'Подтвердите новый адрес электронной почты')
  const open = async () => {
    await visitor.opensLetter(letter, '/personal/change-email')
    await visitor.sees('Подтверждение нового адреса')
    await visitor.presses('Подтвердить новый адрес')
  }
  await open()
  await visitor.sees('Профиль')
  await open()
  await visitor.isRefused({ summary: [/^Ссылка устарела или уже использована\./] })
  await visitor.follows('Запросить новое письмо')
  await visitor.sees('Новый адрес почты')

  const owner = await anotherVisitor()
  const notice = await owner.outbox.take(person.email, 'Запрошена смена адреса электронной почты')
  await owner.opensLetter(notice, '/change-email-undo/')
  await owner.presses('Вернуть прежний адрес')
  await owner.sees('Вход')
  await owner.isTold('Прежний адрес снова действует. Войдите с ним и на всякий случай смените пароль.')
  await owner.opensLetter(notice, '/change-email-undo/')
  await owner.presses('Вернуть прежний адрес')
  await owner.isRefused({ summary: [/^Ссылка устарела или уже использована\./] })
  await expect(owner.main).toContainText('напишите или позвоните в поддержку')

  await visitor.opens('/personal')
  await visitor.sees('Вход')
  await visitor.isTold(ENDED)
  await visitor.fillsLogin(person)
  await visitor.sees('Лицевые счета')
})

test('an expired session is reported on the next page or form, and the login leads back', {
  tag: inTurn(),
}, async ({ visitor, anotherVisitor }) => {
  const person = newcomer()
  const password = 'восемь рыжих лисиц'
  await visitor.isNewCustomer(person)
  const [sending, otherVisitor, reading] = [
    await anotherVisitor(),
    await anotherVisitor(),
    await anotherVisitor(),
  ]
  for (const browser of [sending, otherVisitor, reading]) await browser.isSignedIn(person)
  await visitor.opens('/personal?filter=гараж')
  await sending.opens('/personal/profile')
  await test.step('a session ended by a password change in another browser', async () => {
    await otherVisitor.opens('/personal/profile')
    await otherVisitor.types({
      'Текущий пароль': person.password,
      'Новый пароль': password,
      'Новый пароль ещё раз': password,
    })
    await otherVisitor.presses('Изменить пароль')
    await otherVisitor.isTold(/^Пароль изменён\./)
    await otherVisitor.leftMenu.getByRole('link', { name: 'Лицевые счета' }).click()
    await otherVisitor.sees('Лицевые счета')
  })

  await test.step('on opening a page', async () => {
    await visitor.leftMenu.getByRole('link', { name: 'Профиль' }).click()
    await visitor.sees('Вход')
    await visitor.isTold(ENDED)
    await expect(visitor.header.getByRole('link', { name: person.name })).toHaveCount(0)
    await visitor.fillsLogin({ ...person, password })
    await visitor.sees('Профиль')
  })

  await test.step('on sending a form', async () => {
    await sending.types({ Имя: 'Вера Розальская' })
    await sending.presses('Сохранить')
    await sending.sees('Вход')
    await sending.isTold(ENDED)
    await sending.fillsLogin({ ...person, password })
    await sending.sees('Профиль')
    expect(new URL(sending.page.url()).pathname).toBe('/personal/profile')
    await sending.hasTyped({ Имя: person.name })
  })

  await test.step('public pages still work', async () => {
    await reading.opens('/tariffs')
    await reading.sees('Тарифы')
    await expect(reading.header.getByRole('link', { name: 'Войти' })).toBeVisible()
  })
})

test('a form that is sent after a logout in another tab says that the session has ended', {
  tag: inTurn(),
}, async ({ visitor }) => {
  const person = newcomer()
  await visitor.isNewCustomer(person)
  await visitor.opens('/personal/profile')
  await visitor.types({ Имя: 'Вера Розальская' })
  await test.step('the logout in the other tab', async () => {
    const tab = await visitor.context.newPage()
    await tab.goto(visitor.page.url())
    const header = tab.getByRole('banner')
    await header.getByRole('button', { name: 'Выйти' }).click()
    await expect(header.getByRole('link', { name: 'Войти' })).toBeVisible()
    await tab.close()
  })
  await visitor.presses('Сохранить')
  await visitor.sees('Вход')
  await visitor.isTold(ENDED)
  await visitor.fillsLogin(person)
  await visitor.sees('Профиль')
  await visitor.hasTyped({ Имя: person.name })
})

test('saving one form of the profile keeps what is typed into the other @scripts-on', async ({ visitor }) => {
  const person = newcomer()
  const password = 'восемь рыжих лисиц'
  await visitor.isNewCustomer(person)
  await visitor.opens('/personal/profile')
  await visitor.findsAlive('Сохранить')
  await visitor.types({
    Имя: ' Вера Розальская ',
    'Текущий пароль': person.password,
    'Новый пароль': password,
  })
  await visitor.presses('Сохранить')
  await visitor.isTold('Профиль сохранён')
  await visitor.hasTyped({
    Имя: 'Вера Розальская',
    'Текущий пароль': person.password,
    'Новый пароль': password,
  })

  await visitor.types({ Имя: 'Вера Кирсанова', 'Новый пароль ещё раз': password })
  await visitor.presses('Изменить пароль')
  await visitor.isTold(/^Пароль изменён\./)
  await visitor.hasTyped({
    Имя: 'Вера Кирсанова',
    'Текущий пароль': '',
    'Новый пароль': '',
    'Новый пароль ещё раз': '',
  })
})
