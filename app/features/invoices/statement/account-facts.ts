import type { Payee } from 'contract/invoices'
import { filledRows } from '../invoice-view'

interface PaperAccount {
  account: string
  address?: string | null | undefined
  payer?: string | null | undefined
  /** Those who were or are paid, with repetitions. */
  payees: readonly Pick<Payee, 'name' | 'inn'>[]
}

/** The account as a statement names it. */
export const accountFacts = ({ account, address, payer, payees }: PaperAccount) =>
  filledRows([
    ['Лицевой счёт', account],
    ['Адрес', address],
    ['Плательщик', payer],
    ['Получатель платежей', [...new Set(payees.map(({ name, inn }) => `${name}, ИНН ${inn}`))].join('; ')],
  ])
