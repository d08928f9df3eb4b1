import { linkOf } from './actions/visitor'
import { anna, newcomer } from './data/people'
import { scriptModeTags } from './support/script-mode-tags'
import { expect, test } from './test'

const inTurn = scriptModeTags()

const VERIFY = 'Подтвердите адрес электронной почты'

test('a wrong e-mail or password has one message, and a link to reset the password', {
  tag: inTurn(),
}, async ({ visitor }) => {
  const words =
    'Неверный адрес или пароль. Проверьте раскладку клавиатуры и Caps Lock или задайте новый пароль.'
  await visitor.opens('/login')
  for (const email of [anna.email, newcomer().email]) {
    await visitor.fillsLogin({ email, password: 'не тот пароль' })
    await visitor.isRefused({ summary: [words] })
    await visitor.hasTyped({ 'Электронная почта': email, Пароль: '' })
  }
  await visitor.follows('Забыли пароль?')
  await visitor.sees('Забыли пароль?', 'Забытый пароль')
})

test('an empty login form reports each missing field, with links to the fields', {
  tag: inTurn(),
}, async ({ visitor }) => {
  await visitor.opens('/login')
  await visitor.presses('Войти')
  const fields = { 'Электронная почта': 'Введите адрес электронной почты', Пароль: 'Введите пароль' }
  await visitor.isRefused({ summary: Object.values(fields), fields })
  await visitor.errorSummary.getByRole('link', { name: fields.Пароль }).click()
  // Without scripts the browser moves only the starting point of the next Tab.
  if (visitor.scripts) await expect(visitor.field('Пароль')).toBeFocused()
  else await expect(visitor.page).toHaveURL(/#login-password$/)
})

test('the summary leads to a field that was folded again @scripts-on', async ({ visitor }) => {
  await visitor.opens('/pay')
  const fold = visitor.main.locator('summary', { hasText: 'Вставить текст QR-кода' })
  const field = visitor.field('Текст QR-кода из квитанции')
  await fold.click()
  await field.fill('не код')
  await visitor.presses('Заполнить по коду')
  await visitor.isRefused({})
  await fold.click()
  await expect(field).toBeHidden()
  await visitor.errorSummary.getByRole('link').click()
  await expect(field).toBeFocused()
  await expect(field).toBeInViewport()
})

test('an unverified customer is offered another verification letter', { tag: inTurn() }, async ({
  visitor,
}) => {
  const person = newcomer()
  await visitor.signsUp(person)
  await visitor.outbox.take(person.email, VERIFY)

  await visitor.opens('/login?redirectTo=%2Fpersonal%2Fprofile')
  await visitor.fillsLogin(person)
  await visitor.isRefused({
    summary: [
      'Адрес электронной почты ещё не подтверждён. Откройте ссылку из письма или запросите его снова.',
    ],
  })
  await visitor.hasTyped({ 'Электронная почта': person.email, Пароль: '' })
  await visitor.presses('Отправить письмо ещё раз')
  await visitor.isTold('Если адрес ждёт подтверждения, новое письмо уже в пути.')
  await visitor.sees('Вход')
  await visitor.verifies(person)
  await visitor.fillsLogin(person)
  await visitor.sees('Лицевые счета')
})

test('after registration the letter can be sent again', { tag: inTurn() }, async ({ visitor }) => {
  const person = newcomer()
  await visitor.signsUp(person)
  await visitor.outbox.take(person.email, VERIFY)
  await visitor.hasTyped({ 'Электронная почта': person.email })
  await visitor.types({ 'Электронная почта': '' })
  await visitor.presses('Отправить письмо ещё раз')
  await visitor.isRefused({ fields: { 'Электронная почта': 'Введите адрес электронной почты' } })
  await visitor.types({ 'Электронная почта': person.email })
  await visitor.presses('Отправить письмо ещё раз')
  await visitor.isTold('Если адрес ждёт подтверждения, новое письмо уже в пути.')
  await visitor.sees('Проверьте почту')
  await visitor.verifies(person)
})

test('a broken verification link offers a new letter; a valid one works again', { tag: inTurn() }, async ({
  visitor,
}) => {
  const person = newcomer()
  await visitor.signsUp(person)
  const letter = await visitor.outbox.take(person.email, VERIFY)
  const link = linkOf(letter, '/verify-email/')

  for (const [spoilt, words] of [
    [`${link}x`, /^Ссылка не подошла: возможно, она скопирована не целиком\./],
    [link.replace(/[?].*/, ''), /^В\sссылке не хватает части\./],
  ] as const) {
    await visitor.opens(spoilt)
    await visitor.confirmsAddress()
    await visitor.isRefused({ summary: [words] })
  }
  await expect(visitor.main).toContainText(
    'Если ссылка устарела или уже использована, попросите новое письмо',
  )
  await visitor.types({ 'Электронная почта': person.email })
  await visitor.presses('Отправить письмо ещё раз')
  await visitor.sees('Проверьте почту')
  await visitor.verifies(person)

  // Mail scanners press buttons too: within a day the same link gives the same answer.
  await visitor.opensLetter(letter, '/verify-email/')
  await visitor.confirmsAddress()
  await visitor.sees('Вход')
  await visitor.isTold('Адрес подтверждён. Теперь войдите.')
})

test('opening a mailed link changes nothing', { tag: inTurn() }, async ({ visitor, request }) => {
  const person = newcomer()
  await visitor.signsUp(person)
  const letter = await visitor.outbox.take(person.email, VERIFY)
  const scanned = await request.get(linkOf(letter, '/verify-email/'))
  expect(await scanned.text()).toContain('Подтвердить адрес')
  await visitor.opens('/login')
  await visitor.fillsLogin(person)
  await visitor.isRefused({ summary: [/ещё не подтверждён/] })
})

test('a verification link waits for a press in a browser that has not sent the registration', {
  tag: inTurn(),
}, async ({ visitor, anotherVisitor }) => {
  const person = newcomer()
  await visitor.signsUp(person)
  const letter = await visitor.outbox.take(person.email, VERIFY)
  const phone = await anotherVisitor()
  await phone.opensLetter(letter, '/verify-email/')
  await phone.sees('Подтверждение почты')
  await phone.scriptsArrive()
  await visitor.opens('/login')
  await visitor.fillsLogin(person)
  await visitor.isRefused({ summary: [/ещё не подтверждён/] })
  await phone.presses('Подтвердить адрес')
  await phone.sees('Вход')
  await phone.isTold('Адрес подтверждён. Теперь войдите.')
})

test('registering an existing address is only reported by letter', { tag: inTurn() }, async ({ visitor }) => {
  const person = newcomer()
  await visitor.signsUp(person)
  await visitor.verifies(person)
  await visitor.signsUp({ ...person, password: 'совсем другой пароль' })
  const letter = await visitor.outbox.take(person.email, 'Ваш адрес уже зарегистрирован')
  await visitor.opensLetter(letter, '/login')
  await visitor.fillsLogin(person)
  await visitor.sees('Лицевые счета')
})
