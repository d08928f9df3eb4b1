import { expect } from '@playwright/test'
import type { Visitor } from './visitor'

/** Cards that the test bank knows, and what becomes of them. */
export const cards = {
  good: '5555 5555 5555 4444',
  mir: '2202 4743 0132 2987',
  asksWhoPays: '5555 5555 5555 4477',
  empty: '5555 5555 5555 4600',
}

/** At the bank's page: pays that sum with that card. */
export async function paysAtBank(visitor: Visitor, sum: string, card: string): Promise<void> {
  await seesBank(visitor, sum)
  await visitor.types({ 'Номер карты': card, 'Срок действия': '12/39', Код: '123' })
  await visitor.presses(`Оплатить ${sum}`)
}

export async function seesBank(visitor: Visitor, sum: string): Promise<void> {
  await expect(visitor.h1).toHaveText(`Оплата ${sum}`)
  expect(new URL(visitor.page.url()).pathname).toMatch(/^\/sandbox-bank\/pay\//)
}

/** The result of a payment. The page of one that is pending looks again by itself; without scripts the visitor does. */
export async function seesResult(visitor: Visitor, h1: string): Promise<void> {
  await expect(async () => {
    await visitor.scriptsArrive()
    const again = visitor.link('Проверить ещё раз')
    if (!visitor.scripts && (await again.count()) > 0) await again.click()
    await expect(visitor.h1).toHaveText(h1, { timeout: 1_000 })
  }).toPass()
  await visitor.sees(h1)
}

/** What the bank's page asks for. */
export async function sumAtBank(visitor: Visitor): Promise<string> {
  await expect(visitor.h1).toHaveText(/^Оплата \d/)
  return ((await visitor.h1.textContent()) ?? '').replace('Оплата ', '').replaceAll('\u00a0', ' ')
}
