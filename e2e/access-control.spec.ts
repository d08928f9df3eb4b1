import { linkOf } from './actions/visitor'
import { anna, newcomer } from './data/people'
import { scriptModeTags } from './support/script-mode-tags'
import { expect, test } from './test'

const inTurn = scriptModeTags()

test('a guest who opens a personal page logs in first and then reaches it', { tag: inTurn() }, async ({
  visitor,
}) => {
  for (const path of ['/personal/profile', '/personal?filter=%D0%B3%D0%B0%D1%80%D0%B0%D0%B6']) {
    await visitor.opens(path)
    await visitor.sees('Вход')
    expect(new URL(visitor.page.url()).searchParams.get('redirectTo')).toBe(path)
  }
  await visitor.fillsLogin({ ...anna, password: 'не тот пароль' })
  await visitor.isRefused({ summary: [/^Неверный адрес или пароль\./] })
  await visitor.fillsLogin(anna)
  await visitor.sees('Лицевые счета')
  await expect(visitor.main).toContainText('По запросу «гараж» нашли 1 лицевой счёт.')
})

test('a guest who opens a file logs in first, and then gets it or its page @scripts-on @scripts-off', async ({
  visitor,
}) => {
  await visitor.page.goto('/personal/my-data.json')
  await visitor.sees('Вход')
  await visitor.types({ 'Электронная почта': anna.email, Пароль: anna.password })
  if (visitor.scripts) {
    await visitor.presses('Войти')
    await visitor.sees('Мои данные')
  } else {
    const downloading = visitor.page.waitForEvent('download')
    await visitor.presses('Войти')
    expect((await downloading).suggestedFilename()).toMatch(/^Мои данные \d{4}-\d{2}-\d{2}\.json$/)
  }
})

test('a login with a foreign return address leads to the accounts', { tag: inTurn() }, async ({
  visitor,
  portal,
}) => {
  for (const target of ['https://example.org/', '//example.org', '/\\example.org', 'javascript:alert(1)']) {
    await visitor.opens(`/login?${new URLSearchParams({ redirectTo: target })}`)
    await visitor.fillsLogin(anna)
    await visitor.sees('Лицевые счета')
    expect(visitor.page.url()).toBe(`${portal.url}/personal`)
    await visitor.logsOut()
  }
})

test('a signed-in customer is redirected from pages for guests', { tag: inTurn() }, async ({
  visitor,
  signedInAsAnna,
  portal,
}) => {
  await signedInAsAnna()
  for (const path of [
    '/login',
    '/login?redirectTo=%2Fpersonal%2Fprofile',
    '/registration',
    '/forgot-password',
  ]) {
    await visitor.opens(path)
    await visitor.sees('Лицевые счета')
    expect(visitor.page.url()).toBe(`${portal.url}/personal`)
  }
})

test("a signed-in customer is told to sign out before opening a guest's mailed link", {
  tag: inTurn(),
}, async ({ visitor, anotherVisitor }) => {
  const person = newcomer()
  const guest = await anotherVisitor()
  await guest.signsUp(person)
  await guest.opens('/forgot-password')
  await guest.types({ 'Электронная почта': person.email })
  await guest.presses('Отправить ссылку')
  const verification = await visitor.outbox.take(person.email, 'Подтвердите адрес электронной почты')
  const reset = await visitor.outbox.take(person.email, 'Новый пароль для личного кабинета')

  await visitor.isSignedIn(anna)
  for (const link of [linkOf(verification, '/verify-email/'), linkOf(reset, '/change-password/')]) {
    await visitor.opens(link)
    await visitor.sees('Лицевые счета')
    await visitor.isTold('Вы уже вошли. Чтобы открыть ссылку из письма, сначала выйдите.')
  }
  await visitor.logsOut()
  await visitor.opensLetter(verification, '/verify-email/')
  await visitor.sees('Подтверждение почты')
  await visitor.presses('Подтвердить адрес')
  await visitor.sees('Вход')
})

test('a mailed link to confirm a new e-mail asks a guest to log in and then continues', {
  tag: inTurn(),
}, async ({ visitor, anotherVisitor }) => {
  const person = newcomer()
  const { email: newEmail } = newcomer()
  await visitor.isNewCustomer(person)
  await visitor.opens('/personal/change-email-request')
  await visitor.types({ 'Новая электронная почта': newEmail })
  await visitor.presses('Отправить письмо')
  const letter = await visitor.outbox.take(newEmail, 'Подтвердите новый адрес электронной почты')

  const phone = await anotherVisitor()
  await phone.opensLetter(letter, '/personal/change-email')
  await phone.sees('Вход')
  await phone.fillsLogin(person)
  await phone.sees('Подтверждение нового адреса')
  await phone.scriptsArrive()
  await visitor.opens('/personal/profile')
  await expect(visitor.main.getByText(person.email), 'nothing has changed yet').toBeVisible()
  await phone.presses('Подтвердить новый адрес')
  await phone.sees('Профиль')
  await phone.isTold('Адрес почты изменён')
})

test('opening the logout address signs nobody out', { tag: inTurn() }, async ({
  visitor,
  signedInAsAnna,
  portal,
}) => {
  await signedInAsAnna()
  await visitor.opens('/logout')
  expect(visitor.page.url()).toBe(`${portal.url}/`)
  await expect(visitor.header.getByRole('link', { name: anna.name })).toBeVisible()
  await visitor.follows('Мои лицевые счета')
  await visitor.sees('Лицевые счета')
})
