import { formatAccountNumber } from 'format/account-number'
import styles from './account-number.module.css'

/** An account number in groups separated by CSS only: copied, searched and read out as one number. */
export function AccountNumber({ account }: { account: string }) {
  const groups = [...formatAccountNumber(account).matchAll(/[^\u00a0]+/g)]
  if (groups.length === 1) return <span className={styles.whole}>{account}</span>
  return (
    <span className={styles.number}>
      {groups.map(({ 0: group, index: place }) => (
        <span key={place}>{group}</span>
      ))}
    </span>
  )
}
