import { formatRubles } from 'format/money'
import { Amount } from '../amount/amount'
import styles from './balance.module.css'

/** A debt, an overpayment or neither, formatted. */
export type BalanceView = { kind: 'due' | 'overpaid'; amount: string } | { kind: 'settled' }

/** `kopecks` above zero is a debt. */
export const viewOfBalance = (kopecks: number): BalanceView =>
  kopecks === 0
    ? { kind: 'settled' }
    : { kind: kopecks > 0 ? 'due' : 'overpaid', amount: formatRubles(Math.abs(kopecks)) }

interface BalanceProps {
  balance: BalanceView
  /** `large` where the debt is the largest element of the page. */
  size?: 'medium' | 'large'
}

/** A debt, an overpayment or neither. */
export function Balance({ balance, size = 'large' }: BalanceProps) {
  if (balance.kind === 'settled') return <p className={styles.settled}>Долга нет</p>
  const due = balance.kind === 'due'
  return (
    <p>
      <span className={styles.words}>{due ? 'К оплате' : 'Переплата'}</span>{' '}
      <Amount size={due ? size : 'medium'} tone={due ? 'due' : 'done'}>
        {balance.amount}
      </Amount>
    </p>
  )
}
