import { newcomer } from './data/people'
import { scriptModeTags } from './support/script-mode-tags'
import { expect, test } from './test'

const inTurn = scriptModeTags()

/** The portal trusts this header: one machine can have two addresses. */
const at = (address: string) => ({ 'X-Forwarded-For': address })

test('repeated wrong passwords lock the login; the owner gets in from another address, or with a new password', {
  tag: inTurn(),
}, async ({ visitor: owner, anotherVisitor }) => {
  test.setTimeout(90_000)
  const person = newcomer()
  await owner.isNewCustomer(person)
  await owner.opens('/personal')
  await owner.logsOut()

  const guesser = await anotherVisitor(at('203.0.113.7'))
  await guesser.opens('/login')
  for (const attempt of Array(10).keys()) {
    await guesser.fillsLogin({ ...person, password: `не тот пароль ${attempt}` })
    await guesser.isRefused({ summary: [/^Неверный адрес или пароль\./] })
    await guesser.hasTyped({ Пароль: '' })
  }
  const answer = guesser.page.waitForResponse((response) => response.request().method() === 'POST')
  await guesser.fillsLogin(person)
  expect((await answer).status()).toBe(429)
  expect(Number(await (await answer).headerValue('retry-after'))).toBeGreaterThan(0)
  await guesser.isRefused({
    summary: [
      /^Слишком много неудачных попыток входа\. Можно задать новый пароль по ссылке из письма\. Попробуйте снова через \d+\sминут/,
    ],
  })
  await guesser.hasTyped({ 'Электронная почта': person.email, Пароль: '' })

  await owner.logsIn(person)

  await guesser.follows('Забыли пароль?')
  await guesser.sees('Забыли пароль?', 'Забытый пароль')
  await guesser.types({ 'Электронная почта': person.email })
  await guesser.presses('Отправить ссылку')
  const letter = await guesser.outbox.take(person.email, 'Новый пароль для личного кабинета')
  await guesser.opensLetter(letter, '/change-password/')
  const password = 'пять зелёных яблок'
  await guesser.types({ 'Новый пароль': password, 'Новый пароль ещё раз': password })
  await guesser.presses('Сохранить пароль')
  await guesser.sees('Вход')
  await guesser.fillsLogin({ ...person, password })
  await guesser.sees('Лицевые счета')
})
