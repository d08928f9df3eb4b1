import styles from './error-screen.module.css'
import drawings from './mailboxes.svg?url'

/** The mailboxes of a house's entrance; one of them is not like the others. */
export function Mailboxes({ odd }: { odd: 'missing' | 'locked' | 'ajar' }) {
  return (
    <svg className={styles.drawing} viewBox="0 0 264 180" aria-hidden="true" focusable="false">
      <use href={`${drawings}#${odd}`} />
    </svg>
  )
}
