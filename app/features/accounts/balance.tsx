import { Amount } from '~/ui/amount/amount'
import type { AccountView } from './account-view'
import styles from './balance.module.css'

/** What is owed, overpaid or neither, in words and figures; what is owed is the largest thing of a card. */
export function Balance({ balance }: { balance: AccountView['balance'] }) {
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
