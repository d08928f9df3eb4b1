import type { Account } from 'contract/accounts'
import { formatRubles } from 'format/money'

/** An account as the form's list names it. */
export interface AccountOption {
  value: string
  title: string
}

/** 'Дом, 1000200030: к оплате 2 450,50 ₽'. */
export const accountOptions = (accounts: readonly Account[]): AccountOption[] =>
  accounts.map(({ account, title, balance }) => {
    const name = [title?.trim(), account].filter(Boolean).join(', ')
    return { value: account, title: balance > 0 ? `${name}: к оплате ${formatRubles(balance)}` : name }
  })
