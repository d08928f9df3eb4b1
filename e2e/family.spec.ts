import { newcomer, register } from './data/people'
import { scriptModeTags } from './support/script-mode-tags'
import { expect, test } from './test'

const inTurn = scriptModeTags()

const PAGE = 'Доступ к лицевому счёту'
const INVITED = 'Вам открывают доступ'
const { account } = register.garage
const address = `/personal/access?account=${account}`

test('an owner invites by e-mail, the other one accepts and sees the account, until the owner closes the access', {
  tag: inTurn(),
}, async ({ visitor, anotherVisitor }) => {
  test.setTimeout(120_000)
  const [owner, guest] = [newcomer(), newcomer('Нина Петровна')]
  const other = await anotherVisitor()
  await other.isNewCustomer(guest)
  await other.context.clearCookies()
  await visitor.isNewCustomer(owner)
  await visitor.hasAccount(register.garage)

  await test.step('the card leads to the form; a wrong password keeps what was typed', async () => {
    await visitor.opens('/personal')
    await visitor.doesWith(account, 'Доступ для близких')
    await visitor.sees(PAGE)
    await visitor.types({
      'Электронная почта — необязательно': guest.email,
      'Кто это — необязательно': 'бабушка',
      'Пароль от кабинета': 'не тот пароль',
    })
    await visitor.main.getByRole('checkbox', { name: 'Передавать показания' }).check()
    await visitor.presses('Пригласить')
    await visitor.isRefused({
      fields: { 'Пароль от кабинета': 'Пароль введён неверно. Проверьте раскладку клавиатуры и Caps Lock.' },
    })
    await expect(visitor.main.getByRole('checkbox', { name: 'Передавать показания' })).toBeChecked()
    await visitor.types({ 'Пароль от кабинета': owner.password })
    await visitor.presses('Пригласить')
    await visitor.sees('Приглашение готово')
    await expect(visitor.main).toContainText('/access-invite/')
  })

  await test.step('the letter leads to the login and back, and opens the account', async () => {
    const letter = await visitor.outbox.take(guest.email, 'Вам открывают доступ к лицевому счёту')
    await other.opensLetter(letter, '/access-invite/')
    await other.sees(INVITED)
    await expect(other.button('Принять')).toHaveCount(0)
    await other.main.getByRole('link', { name: 'Войти' }).click()
    await other.sees('Вход')
    await other.fillsLogin(guest)
    await other.sees(INVITED)
    await other.presses('Принять')
    await other.sees('Лицевые счета')
    await other.isTold(`Лицевой счёт ${account} теперь в вашем кабинете`)
    await expect(other.card(account)).toBeVisible()
  })

  await test.step('the owner closes it, and the account is gone', async () => {
    await visitor.opens(address)
    const row = visitor.main.getByRole('listitem').filter({ hasText: 'бабушка' })
    await expect(row).toContainText('Доступ открыт')
    await row.getByRole('link', { name: 'Закрыть доступ' }).click()
    await visitor.sees('Закрыть доступ')
    await visitor.presses('Закрыть доступ')
    await visitor.sees(PAGE)
    await visitor.isTold('Доступ больше не действует')
    await other.opens('/personal')
    await other.sees('Лицевые счета')
    await expect(other.card(account)).toHaveCount(0)
  })
})

test('a link without an address waits for the owner, leads through a registration, and the holder leaves', {
  tag: inTurn(),
}, async ({ visitor, anotherVisitor }) => {
  test.setTimeout(120_000)
  const [owner, guest] = [newcomer(), newcomer('Олег Петрович')]
  const other = await anotherVisitor()
  await visitor.isNewCustomer(owner)
  await visitor.hasAccount(register.garage)
  await visitor.opens(address)
  await visitor.types({ 'Пароль от кабинета': owner.password })
  await visitor.presses('Пригласить')
  await visitor.sees('Приглашение готово')
  const link = await visitor.main.getByText(/\/access-invite\//).innerText()

  await test.step('who has no account yet registers, and is led back by the first login', async () => {
    await other.opens(link)
    await other.main.getByRole('link', { name: 'Зарегистрируйтесь' }).click()
    await other.sees('Регистрация')
    await other.fillsRegistration(guest)
    await other.verifies(guest)
    await other.fillsLogin(guest)
    await other.sees(INVITED)
  })

  await test.step('it is accepted, and waits', async () => {
    await other.presses('Принять')
    await other.isTold('Приглашение принято. Осталось дождаться владельца.')
    await other.sees(INVITED)
    await expect(other.main).toContainText(/владелец лицевого счёта подтвердит/)
  })

  const grant = await test.step('the owner confirms', async () => {
    await visitor.opens(address)
    const row = visitor.main.getByRole('listitem').filter({ hasText: 'Ждёт вашего подтверждения' })
    const closing = await row.getByRole('link', { name: 'Закрыть доступ' }).getAttribute('href')
    await visitor.presses(/^Подтвердить/)
    await visitor.isTold('Доступ открыт: мы написали об этом письмо')
    await other.opens('/personal')
    await expect(other.card(account)).toBeVisible()
    return closing ?? ''
  })

  await test.step('the other one leaves', async () => {
    await other.opens(grant)
    await other.sees('Отказаться от доступа')
    await other.presses('Отказаться от доступа')
    await other.sees('Лицевые счета')
    await expect(other.card(account)).toHaveCount(0)
  })
})
