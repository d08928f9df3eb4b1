import { cards, paysAtBank, seesResult } from './actions/bank'
import { usesLook } from './actions/display-settings'
import type { Visitor } from './actions/visitor'
import { fits } from './checks/layout'
import { widest } from './data/display-settings'
import { newcomer, register } from './data/people'
import { scriptModeTags } from './support/script-mode-tags'
import { expect, test } from './test'

const inTurn = scriptModeTags()

const { ninasFlat: flat, room } = register
const FORM = 'Название лицевого счёта'
const NAME = 'Название — необязательно'

/** Creates a customer with two accounts, and opens the form that names one of them. */
async function beginsToName(visitor: Visitor) {
  await visitor.isNewCustomer(newcomer())
  for (const account of [flat, room]) await visitor.hasAccount(account)
  await visitor.opens('/personal')
  await visitor.doesWith(flat.account, 'Название')
  await visitor.sees(FORM)
}

async function names(visitor: Visitor, title: string) {
  await visitor.types({ [NAME]: title })
  await visitor.presses('Сохранить')
  await visitor.sees('Лицевые счета')
}

const headings = (visitor: Visitor) => visitor.main.getByRole('heading', { level: 2 })

test('a customer names an account, sees the name everywhere but on the bill, and clears it', {
  tag: inTurn(),
}, async ({ visitor }) => {
  await beginsToName(visitor)
  await names(visitor, 'Квартира мамы')
  await visitor.isTold(`Теперь лицевой счёт ${flat.account} называется «Квартира мамы»`)
  await expect(visitor.card(flat.account)).toContainText('Квартира мамы')

  await visitor.opens(`/personal/invoice?account=${flat.account}`)
  const others = visitor.main.getByRole('navigation', { name: 'Другой лицевой счёт' })
  await expect(others).toContainText('Квартира мамы')
  await visitor.page.emulateMedia({ media: 'print' })
  await expect(others).toBeHidden()
  await expect(visitor.main.getByText('Квартира мамы').locator('visible=true')).toHaveCount(0)
  await expect(visitor.main.getByText('наб. Рыбацкая').first()).toBeVisible()
  await visitor.page.emulateMedia({ media: 'screen' })

  await visitor.opens(`/personal/pay?account=${flat.account}`)
  await expect(visitor.main).toContainText(`Квартира мамы, лицевой счёт ${flat.account}`)
  await visitor.types({ 'Сумма, ₽': '10' })
  await visitor.presses('Оплатить')
  await paysAtBank(visitor, '10,00 ₽', cards.good)
  await seesResult(visitor, 'Оплачено 10,00 ₽')

  await visitor.opens(`/personal/history?account=${flat.account}`)
  await expect(visitor.main).toContainText(`Квартира мамы, лицевой счёт ${flat.account}`)

  await visitor.opens(`/personal/account-title?account=${flat.account}`)
  await visitor.hasTyped({ [NAME]: 'Квартира мамы' })
  await names(visitor, '')
  await visitor.isTold('Вернули название компании')
  await expect(visitor.card(flat.account)).not.toContainText('мамы')
})

test('a double press names the account once, and Back shows the form with the name', {
  tag: inTurn(),
}, async ({ visitor }) => {
  await beginsToName(visitor)
  await visitor.types({ [NAME]: 'Наша квартира' })
  await visitor.button('Сохранить').waitFor()
  await visitor.scriptsArrive()
  await visitor.button('Сохранить').dblclick()
  await visitor.sees('Лицевые счета')
  await expect(visitor.card(flat.account)).toContainText('Наша квартира')
  await visitor.goesBack()
  await visitor.sees(FORM)
  await names(visitor, 'Наша дача')
  await expect(visitor.card(flat.account)).toContainText('Наша дача')
  await expect(headings(visitor).getByText('Наша')).toHaveCount(1)
})

test('in the accessible version a long name without spaces is given, and fits a narrow page', {
  tag: inTurn(),
}, async ({ visitor, portal }) => {
  const { page } = visitor
  await usesLook(visitor, widest, portal.url)
  await page.setViewportSize({ width: 320, height: 640 })
  await beginsToName(visitor)
  await names(visitor, 'Ж'.repeat(40))
  await expect(visitor.card(flat.account)).toContainText('Ж'.repeat(40))
  for (const path of ['', '/invoice', '/pay', '/pay-several', '/history', '/account-title']) {
    await visitor.opens(`/personal${path}?account=${flat.account}`)
    expect(await fits(page), path).toEqual([])
  }
})

test('a Hebrew name stands before the number of its account, as any other', { tag: inTurn() }, async ({
  visitor,
}) => {
  await beginsToName(visitor)
  await names(visitor, 'דירה')
  await visitor.opens('/personal/pay-several')
  const [name, number] = await visitor.main.evaluate(
    (main, [title = '', account = '']) => {
      const placeOf = (words: string) => {
        const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
        while (texts.nextNode()) {
          const at = texts.currentNode.textContent?.indexOf(words) ?? -1
          if (at < 0) continue
          const range = document.createRange()
          range.setStart(texts.currentNode, at)
          range.setEnd(texts.currentNode, at + words.length)
          const { left, right } = range.getBoundingClientRect()
          return { left, right }
        }
        throw new Error(`The page does not say ${words}`)
      }
      return [placeOf(title), placeOf(account)]
    },
    ['דירה', flat.account],
  )
  expect(name?.right).toBeLessThanOrEqual(number?.left ?? 0)
})
