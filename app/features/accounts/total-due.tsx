import type { Account } from 'contract/accounts'
import { formatRubles, sumOf } from 'format/money'
import { paths } from '~/paths'
import { Amount } from '~/ui/amount/amount'
import { ButtonLink } from '~/ui/button/button'
import { Panel } from '~/ui/panel/panel'
import styles from './total-due.module.css'

/**
 * `choose`: the accounts are too many for one payment, or some can't be paid here. `oneByOne`: the API has no payment
 * for several accounts.
 */
type WayToPay = 'atOnce' | 'choose' | 'oneByOne'

/** The total debt of all accounts, formatted. */
export interface TotalDueView {
  /** Null when nothing is owed. */
  owed: {
    amount: string
    /** The first account with a debt: a payment is for one account. */
    payFirst: string
    /** The number of accounts with a debt. */
    accounts: number
    way: WayToPay
    /** How many accounts one payment may have. */
    accountsAtOnce: number
  } | null
}

/**
 * The sum of all debts. An overpayment does not reduce another account's debt. Null for fewer than two accounts, where
 * the card shows the same, and for a sum too large for a number.
 */
export const totalDueOf = (accounts: readonly Account[], accountsAtOnce: number): TotalDueView | null => {
  if (accounts.length < 2) return null
  const owing = accounts.filter(({ balance }) => balance > 0)
  const [first] = owing
  if (!first) return { owed: null }
  const kopecks = sumOf(owing.map(({ balance }) => balance))
  if (kopecks === null) return null
  const amount = formatRubles(kopecks)
  const payable = owing.filter(({ unpayable }) => !unpayable)
  const payFirst = (payable[0] ?? first).account
  const way = wayToPay({ owing: owing.length, payable: payable.length }, accountsAtOnce)
  return { owed: { amount, payFirst, accounts: owing.length, way, accountsAtOnce } }
}

const wayToPay = (
  { owing, payable }: { owing: number; payable: number },
  accountsAtOnce: number,
): WayToPay => {
  if (accountsAtOnce < 2 || payable < 2) return 'oneByOne'
  return payable > accountsAtOnce || payable < owing ? 'choose' : 'atOnce'
}

/** The total debt of all accounts, with a link to pay them at once, or the first of them. */
export function TotalDue({ view: { owed } }: { view: TotalDueView }) {
  if (!owed) return <p className={styles.nothing}>По всем лицевым счетам долга нет.</p>
  return (
    <Panel tone="accent">
      <div className={styles.total}>
        <p>
          <span className={styles.words}>К оплате по всем лицевым счетам:</span>{' '}
          <Amount size="large" tone="due">
            {owed.amount}
          </Amount>
        </p>
        <div className={styles.way}>
          {owed.way === 'atOnce' && (
            <ButtonLink size="large" to={paths.payAll}>
              Оплатить всё: {owed.amount}
            </ButtonLink>
          )}
          {owed.way === 'choose' && (
            <>
              <ButtonLink size="large" to={paths.paySeveral()}>
                Выбрать лицевые счета для оплаты
              </ButtonLink>
              <p className={styles.hint}>
                За один раз можно оплатить до {owed.accountsAtOnce} лицевых счетов.
              </p>
            </>
          )}
          {owed.way === 'oneByOne' && (
            <>
              <ButtonLink size="large" to={paths.personalPay({ account: owed.payFirst })}>
                Перейти к оплате
              </ButtonLink>
              {owed.accounts > 1 && <p className={styles.hint}>Каждый лицевой счёт оплачивается отдельно.</p>}
            </>
          )}
        </div>
      </div>
    </Panel>
  )
}
