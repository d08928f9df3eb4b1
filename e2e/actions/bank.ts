import { expect } from '@playwright/test'
import type { Visitor } from './visitor'

/** The test bank's cards and their outcomes. */
export const cards = {
  good: '5555 5555 5555 4444',
  mir: '2202 4743 0132 2987',
  asksWhoPays: '5555 5555 5555 4477',
  empty: '5555 5555 5555 4600',
}

/** On the bank's page: checks the sum and pays with the card. */
export async function paysAtBank(visitor: Visitor, sum: string, card: string): Promise<void> {
  await seesBank(visitor, sum)
  await visitor.types({ 'Номер карты': card, 'Срок действия': '12/39', Код: '123' })
  await visitor.presses(`Оплатить ${sum}`)
}

export async function seesBank(visitor: Visitor, sum: string): Promise<void> {
  await expect(visitor.h1).toHaveText(`Оплата ${sum}`)
  expect(new URL(visitor.page.url()).pathname).toMatch(/^\/sandbox-bank\/pay\//)
}

/** Waits for the result of a payment. A pending result page polls by scripts; without them the visitor reloads. */
export async function seesResult(visitor: Visitor, h1: string): Promise<void> {
  await expect(async () => {
    await visitor.scriptsArrive()
    const again = visitor.link('Проверить ещё раз')
    if (!visitor.scripts && (await again.count()) > 0) await again.click()
    await expect(visitor.h1).toHaveText(h1, { timeout: 1_000 })
  }).toPass()
  await visitor.sees(h1)
}

/** The amount on the bank's page. */
export async function sumAtBank(visitor: Visitor): Promise<string> {
  await expect(visitor.h1).toHaveText(/^Оплата \d/)
  return ((await visitor.h1.textContent()) ?? '').replace('Оплата ', '').replaceAll('\u00a0', ' ')
}
