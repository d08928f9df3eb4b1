import styles from './amount.module.css'

export type AmountProps = {
  /** Rubles as people read them, formatted already: `3 214,56 ₽`. */
  children: string
  size?: 'text' | 'medium' | 'large'
  tone?: 'plain' | 'due' | 'done'
}

/** A sum of money. In the large sizes the kopecks step back. */
export function Amount({ children, size = 'text', tone = 'plain' }: AmountProps) {
  const comma = children.lastIndexOf(',')
  const whole = comma < 0 ? children : children.slice(0, comma)
  return (
    <span className={styles.amount} data-size={size} data-tone={tone}>
      {whole}
      {comma >= 0 && <span className={styles.kopecks}>{children.slice(comma)}</span>}
    </span>
  )
}
