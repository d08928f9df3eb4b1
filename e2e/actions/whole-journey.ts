import { newcomer, register } from '../data/people'
import { expect, test } from '../test'
import type { Visitor } from './visitor'

/** From registration through every setting of the profile to a login with a new password. */
export async function walkWholeJourney(visitor: Visitor, anotherVisitor: () => Promise<Visitor>) {
  const person = newcomer()

  await test.step('registration', () => signUp(visitor, person))
  await test.step('verification', () => verify(visitor, person))
  await test.step('login', () => logIn(visitor, person))
  await test.step('adding accounts', () => addAccounts(visitor))
  await test.step('default account', () => changeDefaultAccount(visitor))
  await test.step('search for an account', () => findAccounts(visitor))
  await test.step('removing an account', () => deleteAccount(visitor))
  await test.step('name and phone', () => changeNameAndPhone(visitor))
  await test.step('change of e-mail', async () => changeAddress(visitor, await anotherVisitor(), person))
  await test.step('change of password', () => changePassword(visitor, person))
  await test.step('logout, and login with the new password', () => logInAgain(visitor, person))
}

type Newcomer = ReturnType<typeof newcomer>

async function signUp(visitor: Visitor, person: Newcomer) {
  const { name, email, phone, password } = person
  await visitor.opens('/')
  await visitor.follows('Зарегистрироваться')
  await visitor.sees('Регистрация')
  await expect(visitor.consent).not.toBeChecked()
  const noConsent = 'Без согласия на обработку персональных данных мы не можем вас зарегистрировать'

  await visitor.types({
    Имя: name,
    'Электронная почта': email,
    'Телефон — необязательно': phone,
    Пароль: password,
    'Пароль ещё раз': password,
  })
  await visitor.presses('Зарегистрироваться')
  await visitor.isRefused({ summary: [noConsent] })
  await expect(visitor.consent).toHaveAccessibleDescription(noConsent)
  await expect(visitor.consent).not.toBeChecked()
  const validValues = { Имя: name, 'Электронная почта': email, 'Телефон — необязательно': phone }
  await visitor.hasTyped({ ...validValues, Пароль: '', 'Пароль ещё раз': '' })

  await visitor.consent.check()
  const wrong = { Имя: '', 'Электронная почта': 'vera собака example', 'Телефон — необязательно': '12-34' }
  await visitor.types({ ...wrong, Пароль: password, 'Пароль ещё раз': 'сорок собак на крыше' })
  await visitor.presses('Зарегистрироваться')
  const fields = {
    Имя: 'Введите имя',
    'Электронная почта': 'Проверьте адрес: он должен быть похож на anna@example.ru',
    'Телефон — необязательно': 'Проверьте номер: он должен быть похож на +7\u00a0999\u00a0123-45-67',
    'Пароль ещё раз': 'Пароли не совпадают',
  }
  await visitor.isRefused({ summary: Object.values(fields), fields })
  await expect(visitor.consent).toBeChecked()
  await visitor.hasTyped({ ...wrong, Пароль: '', 'Пароль ещё раз': '' })

  await visitor.types({ ...validValues, Пароль: password, 'Пароль ещё раз': password })
  await visitor.presses('Зарегистрироваться')
  await visitor.sees('Проверьте почту')
  await visitor.isTold('Письмо отправлено. Осталось подтвердить адрес.')
}

async function verify(visitor: Visitor, person: Newcomer) {
  const letter = await visitor.outbox.take(person.email, 'Подтвердите адрес электронной почты')
  await visitor.opensLetter(letter, '/verify-email/')
  await visitor.confirmsAddress()
  await visitor.sees('Вход')
  await visitor.isTold('Адрес подтверждён. Теперь войдите.')
}

async function logIn(visitor: Visitor, person: Newcomer) {
  await visitor.fillsLogin(person)
  await visitor.sees('Лицевые счета')
  await expect(visitor.header.getByRole('link', { name: person.name })).toBeVisible()
  await expect(visitor.main.getByRole('heading', { name: 'Добавьте первый лицевой счёт' })).toBeVisible()
}

async function addAccounts(visitor: Visitor) {
  const { garage, dacha, flat, ninasFlat } = register
  await visitor.leftMenu.getByRole('link', { name: 'Добавить лицевой счёт' }).click()
  await visitor.sees('Добавить лицевой счёт')
  await visitor.types({ 'Номер лицевого счёта': '5330 0021-62' })
  await visitor.presses('Добавить')
  await expect(
    visitor.main.getByText('Остался один вопрос: так мы убедимся, что лицевой счёт ваш.'),
  ).toBeVisible()
  await expect(visitor.errorSummary).toHaveCount(0)
  await expect(visitor.page).not.toHaveTitle(/Ошибка/)
  if (visitor.scripts) await expect(visitor.field('Код доступа')).toBeFocused()

  await visitor.types({ 'Код доступа': '12345678' })
  await visitor.presses('Добавить')
  const wrong = 'Код доступа неверный. Сверьте его с последней квитанцией.'
  await visitor.isRefused({
    summary: [wrong],
    fields: { 'Код доступа': wrong },
  })
  await visitor.hasTyped({ 'Номер лицевого счёта': '5330 0021-62', 'Код доступа': '12345678' })

  await visitor.types({ 'Код доступа': ' 5671-8039 ' })
  await visitor.presses('Добавить')
  await visitor.sees('Лицевые счета')
  await visitor.isTold(/^Лицевой счёт .* добавлен/)
  await expect(visitor.card(garage.account)).toContainText('ул. Причальная')

  for (const account of [dacha, flat, ninasFlat]) await visitor.addsAccount(account)
  await expect(visitor.card(flat.account)).toContainText('ул. Садовая')
}

async function changeDefaultAccount(visitor: Visitor) {
  const { dacha, flat } = register
  const badge = (account: string) => visitor.card(account).getByText('Основной', { exact: true })
  for (const { account } of [dacha, flat]) {
    await visitor.doesWith(account, 'Сделать основным')
    await visitor.isTold('Основной лицевой счёт изменён')
    await expect(badge(account)).toBeVisible()
  }
  await expect(badge(dacha.account)).toHaveCount(0)
}

async function findAccounts(visitor: Visitor) {
  const { page, main } = visitor
  const search = main.getByRole('search')
  const cards = main.getByRole('listitem').filter({ hasText: 'Плательщик' })
  const find = async (words: string) => {
    await search.getByRole('searchbox', { name: 'Найти лицевой счёт' }).fill(words)
    await search.getByRole('button', { name: 'Найти' }).click()
  }
  await find('САДОВАЯ')
  await expect(main.getByText('По запросу «САДОВАЯ» нашли 1 лицевой счёт.')).toBeVisible()
  await expect(cards).toHaveCount(1)
  await expect(visitor.card(register.flat.account)).toBeVisible()
  expect(new URL(page.url()).searchParams.get('filter')).toBe('САДОВАЯ')

  await find('Луна')
  await expect(main.getByRole('heading', { name: 'Таких лицевых счетов нет' })).toBeVisible()
  await visitor.follows('Показать все лицевые счета')
  await expect(cards).toHaveCount(4)
}

async function deleteAccount(visitor: Visitor) {
  const { account } = register.ninasFlat
  await visitor.doesWith(account, 'Удалить')
  await visitor.sees('Удалить лицевой счёт')
  await visitor.follows('Не удалять')
  await visitor.sees('Лицевые счета')
  await visitor.doesWith(account, 'Удалить')
  await visitor.presses('Удалить лицевой счёт')
  await visitor.sees('Лицевые счета')
  await visitor.isTold('Лицевой счёт удалён из вашего кабинета')
  await expect(visitor.card(account)).toHaveCount(0)
}

async function changeNameAndPhone(visitor: Visitor) {
  await visitor.leftMenu.getByRole('link', { name: 'Профиль' }).click()
  await visitor.sees('Профиль')
  await visitor.hasTyped({ 'Телефон — необязательно': '+7 999 123-45-67' })
  await visitor.types({ Имя: 'Вера Розальская', 'Телефон — необязательно': '8 921 765-43-21' })
  await visitor.presses('Сохранить')
  await visitor.isTold('Профиль сохранён')
  await visitor.hasTyped({ Имя: 'Вера Розальская', 'Телефон — необязательно': '+7 921 765-43-21' })
  await expect(visitor.header.getByRole('link', { name: 'Вера Розальская' })).toBeVisible()
}

async function changeAddress(visitor: Visitor, otherVisitor: Visitor, person: Newcomer) {
  const oldEmail = person.email
  const { email: newEmail } = newcomer()
  await visitor.follows('Изменить адрес почты')
  await visitor.sees('Новый адрес почты')
  await visitor.types({ 'Новая электронная почта': newEmail })
  await visitor.presses('Отправить письмо')
  await visitor.sees('Профиль')
  await visitor.isTold(`Отправили письмо на ${newEmail}. Откройте ссылку из него, и адрес изменится.`)
  await expect(visitor.main.getByText(oldEmail)).toBeVisible()

  const notice = await visitor.outbox.take(oldEmail, 'Запрошена смена адреса электронной почты')
  const letter = await visitor.outbox.take(newEmail, 'Подтвердите новый адрес электронной почты')
  await visitor.opensLetter(letter, '/personal/change-email')
  await visitor.sees('Подтверждение нового адреса')
  await visitor.presses('Подтвердить новый адрес')
  await visitor.sees('Профиль')
  await visitor.isTold('Адрес почты изменён')
  await expect(visitor.main.getByText(newEmail)).toBeVisible()
  await visitor.outbox.take(newEmail, 'Адрес электронной почты изменён')
  const changeNotice = await visitor.outbox.take(oldEmail, 'Адрес электронной почты изменён')

  for (const mailed of [notice, changeNotice]) {
    await otherVisitor.opensLetter(mailed, '/change-email-undo/')
    await otherVisitor.sees('Отмена смены адреса')
    await expect(otherVisitor.button('Вернуть прежний адрес')).toBeVisible()
  }
  await visitor.reloads()
  await expect(visitor.main.getByText(newEmail)).toBeVisible()
  person.email = newEmail
}

async function changePassword(visitor: Visitor, person: Newcomer) {
  const newPassword = 'восемь рыжих лисиц'
  await visitor.types({
    'Текущий пароль': 'не тот пароль',
    'Новый пароль': newPassword,
    'Новый пароль ещё раз': newPassword,
  })
  await visitor.presses('Изменить пароль')
  const wrong = 'Текущий пароль введён неверно.'
  await visitor.isRefused({ fields: { 'Текущий пароль': wrong } })
  await visitor.hasTyped({ 'Текущий пароль': '', 'Новый пароль': '', 'Новый пароль ещё раз': '' })

  await visitor.types({
    'Текущий пароль': person.password,
    'Новый пароль': newPassword,
    'Новый пароль ещё раз': newPassword,
  })
  await visitor.presses('Изменить пароль')
  await visitor.isTold('Пароль изменён. На других устройствах нужно войти заново.')
  await visitor.hasTyped({ 'Текущий пароль': '', 'Новый пароль': '', 'Новый пароль ещё раз': '' })
  await visitor.outbox.take(person.email, 'Пароль изменён')
  person.password = newPassword
}

async function logInAgain(visitor: Visitor, { email, password }: Newcomer) {
  await visitor.logsOut()
  expect(new URL(visitor.page.url()).pathname).toBe('/')
  await visitor.header.getByRole('link', { name: 'Войти' }).click()
  await visitor.fillsLogin({ email, password: 'сорок кошек на крыше' })
  await visitor.isRefused({ summary: [/^Неверный адрес или пароль\./] })
  await visitor.types({ Пароль: password })
  await visitor.presses('Войти')
  await visitor.sees('Лицевые счета')
  await expect(visitor.main.getByRole('listitem').filter({ hasText: 'Плательщик' })).toHaveCount(3)
}
