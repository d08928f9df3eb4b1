import { newcomer } from './data/people'
import { newAddress } from './support/portal-test'
import { scriptModeTags } from './support/script-mode-tags'
import { expect, test } from './test'

const inTurn = scriptModeTags()

const SENT = 'Если адрес зарегистрирован, письмо уже в пути.'
/** The title of the page shown after the request. */
const ASKED = 'Проверьте почту: ссылка для нового пароля'

test('a forgotten password is reset by a mailed link', { tag: inTurn() }, async ({
  visitor,
  anotherVisitor,
}) => {
  const person = newcomer()
  const newPassword = 'пять зелёных яблок'
  await visitor.isNewCustomer(person)

  const forgetful = await anotherVisitor()
  await forgetful.opens('/login')
  await forgetful.follows('Забыли пароль?')
  await forgetful.sees('Забыли пароль?', 'Забытый пароль')
  await forgetful.types({ 'Электронная почта': 'вера' })
  await forgetful.presses('Отправить ссылку')
  const odd = 'Проверьте адрес: он должен быть похож на anna@example.ru'
  await forgetful.isRefused({ summary: [odd], fields: { 'Электронная почта': odd } })
  await forgetful.types({ 'Электронная почта': person.email.toUpperCase() })
  await forgetful.presses('Отправить ссылку')
  await forgetful.sees('Проверьте почту', ASKED)
  await forgetful.isTold(SENT)

  const letter = await forgetful.outbox.take(person.email, 'Новый пароль для личного кабинета')
  await forgetful.opensLetter(letter, '/change-password/')
  await forgetful.sees('Новый пароль')
  for (const [password, words] of [
    ['кот', 'В пароле должно быть не меньше 8 знаков'],
    ['qwerty123', 'Такой пароль подберут одним из первых: он слишком распространён. Придумайте другой.'],
  ] as const) {
    await forgetful.types({ 'Новый пароль': password, 'Новый пароль ещё раз': password })
    await forgetful.presses('Сохранить пароль')
    await forgetful.isRefused({ fields: { 'Новый пароль': words } })
  }
  await forgetful.types({ 'Новый пароль': newPassword, 'Новый пароль ещё раз': newPassword })
  await forgetful.presses('Сохранить пароль')
  await forgetful.sees('Вход')
  await forgetful.isTold('Пароль изменён. Войдите с новым паролем.')
  await forgetful.outbox.take(person.email, 'Пароль изменён')

  await forgetful.fillsLogin(person)
  await forgetful.isRefused({ summary: [/^Неверный адрес или пароль\./] })
  await forgetful.fillsLogin({ ...person, password: newPassword })
  await forgetful.sees('Лицевые счета')

  await test.step('the link works once', async () => {
    const late = await anotherVisitor()
    await late.opensLetter(letter, '/change-password/')
    await late.types({ 'Новый пароль': 'семь синих рек', 'Новый пароль ещё раз': 'семь синих рек' })
    await late.presses('Сохранить пароль')
    await late.isRefused({ summary: [/^Ссылка устарела или уже использована\./] })
    await late.follows('получите новую')
    await late.sees('Забыли пароль?', 'Забытый пароль')
  })
})

test('an unknown address gets the same answer and no letter', { tag: inTurn() }, async ({ visitor }) => {
  const person = newcomer()
  const stranger = newAddress('stranger')
  await visitor.signsUp(person)
  for (const address of [stranger, person.email]) {
    await visitor.opens('/forgot-password')
    await visitor.types({ 'Электронная почта': address })
    await visitor.presses('Отправить ссылку')
    await visitor.sees('Проверьте почту', ASKED)
    await visitor.isTold(SENT)
  }
  // Letters are sent in the order of the requests.
  await visitor.outbox.take(person.email, 'Новый пароль для личного кабинета')
  expect(await visitor.outbox.lettersTo(stranger)).toEqual([])
})
