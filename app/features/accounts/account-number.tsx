import { formatAccountNumber } from 'format/account-number'
import styles from './account-number.module.css'

/** The number in groups that styles alone set apart: it is copied, searched and read out whole. */
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
