import styles from './amount.module.css'

export type AmountProps = {
  /** Rubles as people read them, formatted already: `3 214,56 ₽`. */
  children: string
  /** As large as the text around it where it is left out. */
  size?: 'medium' | 'large'
  tone?: 'due' | 'done'
}

/** A sum of money. In the large size the kopecks are smaller. */
export function Amount({ children, size, tone }: AmountProps) {
  // Only the largest sums show their kopecks smaller.
  const comma = size === 'large' ? children.lastIndexOf(',') : -1
  const whole = comma < 0 ? children : children.slice(0, comma)
  return (
    <span className={styles.amount} data-size={size} data-tone={tone}>
      {whole}
      {comma >= 0 && <span className={styles.kopecks}>{children.slice(comma)}</span>}
    </span>
  )
}
