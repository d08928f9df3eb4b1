import styles from './error-screen.module.css'
import drawings from './mailboxes.svg?url'

/** A drawing of the mailboxes in a house's entrance; `odd` says what is wrong with one of them. */
export function Mailboxes({ odd }: { odd: 'missing' | 'locked' | 'ajar' }) {
  return (
    <svg className={styles.drawing} viewBox="0 0 264 180" aria-hidden="true" focusable="false">
      <use href={`${drawings}#${odd}`} />
    </svg>
  )
}
