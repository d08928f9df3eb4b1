import { formatAccountNumber } from 'format/account-number'
import styles from './account-number.module.css'

/** An account number in groups separated by CSS only: copied, searched and read out as one number. */
export function AccountNumber({ account }: { account: string }) {
  const groups = formatAccountNumber(account).split('\u00a0')
  if (groups.length === 1) return <span className={styles.whole}>{account}</span>
  return (
    <span className={styles.number}>
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one number never move
        <span key={index}>{group}</span>
      ))}
    </span>
  )
}
