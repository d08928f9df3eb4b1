import { Amount } from '../amount/amount'
import styles from './balance.module.css'
import type { BalanceView } from './balance-view'

/** What is owed, overpaid or neither, in words and figures; what is owed is the largest thing of its card or page. */
export function Balance({ balance }: { balance: BalanceView }) {
  if (balance.kind === 'settled') return <p className={styles.settled}>Долга нет</p>
  const due = balance.kind === 'due'
  return (
    <p>
      <span className={styles.words}>{due ? 'К оплате' : 'Переплата'}</span>{' '}
      <Amount size={due ? 'large' : 'medium'} tone={due ? 'due' : 'done'}>
        {balance.amount}
      </Amount>
    </p>
  )
}
