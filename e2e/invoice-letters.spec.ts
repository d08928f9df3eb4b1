import { newcomer, register } from './data/people'
import { comesToMorning, issueInvoices } from './support/api-command'
import { scriptModeTags } from './support/script-mode-tags'
import { expect, test } from './test'

const inTurn = scriptModeTags()

/** A time zone where it is noon, whenever this runs: no letter is written before ten. */
const zoneWithNoon = () => {
  const ahead = 12 - new Date().getUTCHours()
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

// A separate portal: invoices are issued to all customers at once.
test.use({
  setup: { settings: { SITE_TITLE: 'My New Project', POST_LIMIT: '9999', TIME_ZONE: zoneWithNoon() } },
})

const TITLE = 'Напоминания'
const ON = 'Включить письма о квитанциях'
const OFF = 'Отключить письма о квитанциях'

test('a customer turns letters about invoices on, gets one that leads to its payment, and turns them off by its link', {
  tag: inTurn(),
}, async ({ visitor, anotherVisitor, portal }) => {
  test.setTimeout(120_000)
  const person = newcomer()
  await visitor.isNewCustomer(person)
  await visitor.hasAccount(register.garage)

  await test.step('the invoice leads to them', async () => {
    await visitor.opens('/personal/invoice')
    await visitor.follows('Получать квитанции на почту')
    await visitor.sees(TITLE)
    await visitor.presses(ON)
    await visitor.isTold('Письма о квитанциях включены: напишем, когда придёт новая квитанция')
    await expect(visitor.button(OFF)).toBeVisible()
    await visitor.opens('/personal/invoice')
    await expect(visitor.link('Получать квитанции на почту')).toHaveCount(0)
  })

  const letter = await test.step('a letter tells of a new invoice, and leads to its payment', async () => {
    await issueInvoices(portal)
    await comesToMorning(portal)
    const found = await visitor.outbox.take(person.email, /^Новая квитанция: .*\sдо\s/)
    expect(found.text).toContain(`Лицевой счёт ••••\u00a0${register.garage.account.slice(-4)}`)
    await visitor.opensLetter(found, '/personal/pay')
    await visitor.sees('Оплата')
    await visitor.opensLetter(found, '/personal/invoice')
    await expect(visitor.h1).toHaveText(/^Квитанция за\s/)
    return found
  })

  await test.step('its link turns them off without signing in', async () => {
    const otherVisitor = await anotherVisitor()
    await otherVisitor.opensLetter(letter, '/invoice-letters-off/')
    await otherVisitor.sees(OFF)
    await otherVisitor.presses(OFF)
    await otherVisitor.isTold('Письма о квитанциях отключены: больше не придут')
    await visitor.opens('/personal/reminders')
    await expect(visitor.button(ON)).toBeVisible()
  })
})
