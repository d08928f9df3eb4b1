import styles from './account-number.module.css'

/** An account number as everywhere, without spaces; one press selects it whole. */
export function AccountNumber({ account }: { account: string }) {
  return <span className={styles.number}>{account}</span>
}
