import { readFileSync } from 'node:fs'
import { newcomer } from './data/people'
import { scriptModeTags } from './support/script-mode-tags'
import { expect, test } from './test'

const inTurn = scriptModeTags()

const DELETE = 'Удалить личный кабинет'
const WRONG = 'Пароль введён неверно. Проверьте раскладку клавиатуры и Caps Lock.'

test('a customer sees the consent, downloads the copy, deletes the account and comes back by the letter', {
  tag: inTurn(),
}, async ({ visitor, anotherVisitor }) => {
  const person = newcomer()
  await visitor.isNewCustomer(person)
  const otherVisitor = await anotherVisitor()
  await otherVisitor.isSignedIn(person)

  await visitor.opens('/personal/profile')
  await visitor.follows('Мои данные')
  await visitor.sees('Мои данные')
  await expect(visitor.main.getByRole('listitem')).toContainText([/Обработка персональных данных/])

  const downloading = visitor.page.waitForEvent('download')
  await visitor.follows('Скачать копию данных')
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^Мои данные \d{4}-\d{2}-\d{2}\.json$/)
  const copy = JSON.parse(readFileSync(await download.path(), 'utf8'))
  expect(copy).toMatchObject({
    profile: { name: person.name, email: person.email },
    consents: [{ kind: 'personal_data' }],
  })
  expect(copy.sessions).toHaveLength(2)

  await visitor.types({ Пароль: 'не тот пароль' })
  await visitor.presses(DELETE)
  await visitor.isRefused({ fields: { Пароль: WRONG } })
  await visitor.types({ Пароль: person.password })
  await visitor.presses(DELETE)
  await visitor.isTold(/^Личный кабинет удалён/)
  await otherVisitor.opens('/personal')
  await otherVisitor.sees('Вход')

  const letter = await visitor.outbox.take(person.email, 'Личный кабинет удалён')
  await visitor.opens('/login')
  await visitor.fillsLogin(person)
  await visitor.isRefused({ summary: [/^Этот личный кабинет удалён, войти в\sнего нельзя/] })

  await visitor.opensLetter(letter, '/deletion-undo/')
  await visitor.sees('Отмена удаления')
  await visitor.presses('Отменить удаление')
  await visitor.sees('Вход')
  await visitor.isTold('Удаление отменено. Войдите с прежними почтой и паролем.')
  await visitor.fillsLogin(person)
  await visitor.sees('Лицевые счета')

  await visitor.opensLetter(letter, '/deletion-undo/')
  await visitor.presses('Отменить удаление')
  await visitor.isRefused({ summary: [/^Ссылка устарела или уже использована/] })
})
