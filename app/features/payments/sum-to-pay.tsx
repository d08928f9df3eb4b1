import { Amount } from '~/ui/amount/amount'
import type { ToPay } from './account-to-pay'
import styles from './payment.module.css'

/** The sum to pay is the largest thing of its page. */
export function SumToPay({ toPay }: { toPay: ToPay }) {
  if (toPay.kind === 'settled') return <p className={styles.settled}>Долга нет</p>
  const due = toPay.kind === 'due'
  return (
    <p>
      <span className={styles.words}>{due ? 'К оплате' : 'Переплата'}</span>{' '}
      <Amount size={due ? 'large' : 'medium'} tone={due ? 'due' : 'done'}>
        {toPay.amount}
      </Amount>
    </p>
  )
}
