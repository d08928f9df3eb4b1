import { beginsSecondStep, turnsSecondStepOn } from './actions/second-step'
import { newcomer } from './data/people'
import { scriptModeTags } from './support/script-mode-tags'
import { expect, test } from './test'

const inTurn = scriptModeTags()

const WRONG_PASSWORD = 'Пароль введён неверно. Проверьте раскладку клавиатуры и Caps Lock.'
/** The button of another session. */
const ITS_END = /^Завершить\s?: Chrome, Linux/
const WRONG_CODE = 'Код не подошёл. Каждый код действует полминуты и подходит один раз: введите новый.'
const WRONG_RECOVERY_CODE =
  'Запасной код не подошёл. Сверьте его с распечаткой: в нём латинские буквы и цифры, и подходит он один раз.'

test('a second step is turned on, asked for at the login, and turned off', { tag: inTurn() }, async ({
  visitor,
}) => {
  const person = newcomer()
  await visitor.becomesCustomer(person)
  await visitor.opens('/personal/profile')
  await visitor.follows('Безопасность')
  await visitor.sees('Безопасность')
  await visitor.types({ 'Пароль от кабинета': 'не тот пароль' })
  await visitor.presses('Включить второй шаг')
  await visitor.isRefused({ fields: { 'Пароль от кабинета': WRONG_PASSWORD } })

  await test.step('each page has its title, also where the address stays', async () => {
    await beginsSecondStep(visitor, person)
    await visitor.types({ 'Введите код, который показывает приложение': 'ёжик' })
    await visitor.presses('Подтвердить и включить')
    await visitor.isRefused({})
    await expect(visitor.page).toHaveTitle(/^Ошибка: Включение второго шага — /)
    await visitor.follows('Безопасность')
    await visitor.sees('Безопасность')
  })

  const { recoveryCodes, nextCode } = await turnsSecondStepOn(visitor, person)
  const [first = '', second = ''] = recoveryCodes
  const versionSwitch = visitor.header.getByRole('button', { name: 'Версия для слабовидящих' })
  await test.step('the recovery codes have no switch to the accessible version, which would lose them', async () => {
    await expect(visitor.main.getByText(first)).toBeVisible()
    await expect(versionSwitch).toHaveCount(0)
  })
  await test.step('the recovery codes can be printed', async () => {
    expect(new Set(recoveryCodes).size).toBe(10)
    await expect(visitor.button('Распечатать')).toBeVisible({ visible: visitor.scripts })
    await visitor.page.emulateMedia({ media: 'print' })
    await expect(visitor.main.getByText(first)).toBeVisible()
    await expect(visitor.link('Коды сохранены')).toBeHidden()
    await visitor.page.emulateMedia({ media: null })
  })
  await visitor.follows('Коды сохранены')
  await visitor.sees('Безопасность')
  await expect(visitor.main).toContainText(/Осталось 10\sзапасных кодов/)
  await expect(versionSwitch).toHaveCount(1)
  await visitor.outbox.take(person.email, 'Второй шаг при входе включён')

  await test.step('the code of the application signs in', async () => {
    await visitor.logsOut()
    await visitor.opens('/login?redirectTo=%2Fpersonal%2Fsecurity')
    await visitor.fillsLogin(person)
    await visitor.sees('Код для входа')
    await visitor.types({ Код: '12345' })
    await visitor.presses('Войти')
    await visitor.isRefused({ fields: { Код: WRONG_CODE } })
    await visitor.types({ Код: nextCode() })
    await visitor.presses('Войти')
    await visitor.sees('Безопасность')
  })

  await test.step('a recovery code signs in, once', async () => {
    await visitor.logsOut()
    await visitor.opens('/login')
    await visitor.fillsLogin(person)
    await visitor.sees('Код для входа')
    await visitor.types({ Код: first.toUpperCase() })
    await visitor.presses('Войти')
    await visitor.sees('Лицевые счета')
    await visitor.opens('/personal/security')
    await expect(visitor.main).toContainText(/Осталось 9\sзапасных кодов/)
    await visitor.types({ 'Пароль от кабинета': person.password, Код: first })
    await visitor.presses('Выключить второй шаг')
    await visitor.isRefused({ fields: { Код: WRONG_RECOVERY_CODE } })
  })

  await test.step('and another one turns it off', async () => {
    await visitor.types({ 'Пароль от кабинета': person.password, Код: second })
    await visitor.presses('Выключить второй шаг')
    await visitor.isTold('Второй шаг выключен: для входа достаточно пароля')
    await visitor.outbox.take(person.email, 'Второй шаг при входе выключен')
    await visitor.logsOut()
    await visitor.logsIn(person)
  })
})

test('a stranger’s session is ended from the list, and by the link in the letter', { tag: inTurn() }, async ({
  visitor: owner,
  anotherVisitor,
}) => {
  const person = newcomer()
  await owner.becomesCustomer(person)
  const stranger = await anotherVisitor()
  await stranger.logsIn(person)

  await owner.opens('/personal/security')
  await expect(owner.button(ITS_END)).toHaveCount(1)
  await owner.presses(ITS_END)
  await owner.isTold('Сеанс завершён: на том устройстве нужно войти заново')
  await expect(owner.button(ITS_END)).toHaveCount(0)
  await stranger.opens('/personal/profile')
  await stranger.sees('Вход')

  await stranger.logsIn(person)
  const letter = await owner.outbox.take(person.email, 'Вход в личный кабинет с нового устройства')
  const reader = await anotherVisitor()
  await reader.opensLetter(letter, '/not-me/')
  await reader.sees('Вход с нового устройства')
  await reader.presses('Это не я: завершить все сеансы')
  await reader.sees('Вход')
  await reader.isTold(/^Все сеансы завершены\./)
  for (const visitor of [owner, stranger]) {
    await visitor.opens('/personal/profile')
    await visitor.sees('Вход')
  }
  const reset = await owner.outbox.take(person.email, 'Новый пароль для личного кабинета')
  const password = 'пять зелёных яблок'
  await reader.opensLetter(reset, '/change-password/')
  await reader.types({ 'Новый пароль': password, 'Новый пароль ещё раз': password })
  await reader.presses('Сохранить пароль')
  await reader.sees('Вход')
  await reader.logsIn({ ...person, password })

  await test.step('the link works once', async () => {
    const late = await anotherVisitor()
    await late.opensLetter(letter, '/not-me/')
    await late.sees('Вход с нового устройства')
    await late.presses('Это не я: завершить все сеансы')
    await late.isRefused({ summary: [/^Ссылка устарела или уже использована\./] })
  })
})

test('a device is remembered at the login, and forgotten with the other sessions', { tag: inTurn() }, async ({
  visitor,
  anotherVisitor,
}) => {
  const person = newcomer()
  const box = visitor.main.getByRole('checkbox', { name: /^Не спрашивать код на этом устройстве 30\sдней$/ })
  await visitor.becomesCustomer(person)
  const { recoveryCodes, nextCode } = await turnsSecondStepOn(visitor, person)
  await visitor.logsOut()

  await test.step('the box stays ticked after a wrong code', async () => {
    await visitor.opens('/login')
    await visitor.fillsLogin(person)
    await visitor.sees('Код для входа')
    await expect(box).not.toBeChecked()
    await box.check()
    await visitor.types({ Код: 'ёжик' })
    await visitor.presses('Войти')
    await visitor.isRefused({ fields: { Код: WRONG_RECOVERY_CODE } })
    await expect(box).toBeChecked()
    await visitor.types({ Код: nextCode() })
    await visitor.presses('Войти')
    await visitor.sees('Лицевые счета')
  })

  await test.step('then the password is enough here, and not elsewhere', async () => {
    await visitor.logsOut()
    await visitor.logsIn(person)
    const otherVisitor = await anotherVisitor()
    await otherVisitor.opens('/login')
    await otherVisitor.fillsLogin(person)
    await otherVisitor.sees('Код для входа')
    await otherVisitor.types({ Код: recoveryCodes[0] ?? '' })
    await otherVisitor.presses('Войти')
    await otherVisitor.sees('Лицевые счета')
  })

  await test.step('until the other sessions are ended', async () => {
    await visitor.opens('/personal/security')
    await expect(visitor.main).toContainText(/На\s1\sустройстве код пока не\sнужен/)
    await visitor.presses('Завершить все остальные')
    await visitor.sees('Безопасность')
    await expect(visitor.main).not.toContainText('код пока')
    await visitor.logsOut()
    await visitor.opens('/login')
    await visitor.fillsLogin(person)
    await visitor.sees('Код для входа')
  })
})

test('a form that comes too late is answered by the page as it is now', { tag: inTurn() }, async ({
  visitor,
  anotherVisitor,
}) => {
  const person = newcomer()
  await visitor.becomesCustomer(person)
  const otherVisitor = await anotherVisitor()
  await otherVisitor.logsIn(person)
  await visitor.opens('/personal/security')

  const { recoveryCodes } = await turnsSecondStepOn(otherVisitor, person)
  await test.step('the second step was turned on', async () => {
    await visitor.types({ 'Пароль от кабинета': person.password })
    await visitor.presses('Включить второй шаг')
    await visitor.isRefused({ summary: [/^Второй шаг уже включён\./] })
    await expect(visitor.main).toContainText(/Осталось 10\sзапасных кодов/)
    await expect(visitor.button('Включить второй шаг')).toHaveCount(0)
    await visitor.types({ 'Пароль от кабинета': person.password })
    await visitor.presses('Выключить второй шаг')
    await visitor.isRefused({ fields: { Код: 'Введите код' } })
    await expect(visitor.main).toContainText(/Осталось 10\sзапасных кодов/)
  })

  const [first = '', second = ''] = recoveryCodes
  await otherVisitor.opens('/personal/security')
  await otherVisitor.types({ 'Пароль от кабинета': person.password, Код: first })
  await otherVisitor.presses('Выключить второй шаг')
  await otherVisitor.isTold('Второй шаг выключен: для входа достаточно пароля')
  await test.step('the second step was turned off', async () => {
    await visitor.types({ 'Пароль от кабинета': person.password, Код: second })
    await visitor.presses('Выключить второй шаг')
    await visitor.isRefused({ summary: ['Второй шаг уже выключен.'] })
    await expect(visitor.button('Включить второй шаг')).toBeVisible()
    await expect(visitor.main).not.toContainText('запасных кодов')
  })

  await expect(visitor.button(ITS_END)).toHaveCount(1)
  await otherVisitor.logsOut()
  await test.step('the session has ended', async () => {
    await visitor.presses(ITS_END)
    await visitor.isTold('Такого сеанса нет: возможно, он уже завершён.')
    await expect(visitor.button(ITS_END)).toHaveCount(0)
  })
})
