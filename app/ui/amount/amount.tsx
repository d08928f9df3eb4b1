import styles from './amount.module.css'

export type AmountProps = {
  /** A formatted amount: `3 214,56 ₽`. */
  children: string
  /** Without it the amount has the size of the surrounding text. */
  size?: 'medium' | 'large'
  tone?: 'due' | 'done'
}

/** An amount of money. In the large size the kopecks are smaller. */
export function Amount({ children, size, tone }: AmountProps) {
  const comma = size === 'large' ? children.lastIndexOf(',') : -1
  const whole = comma < 0 ? children : children.slice(0, comma)
  return (
    <span className={styles.amount} data-size={size} data-tone={tone}>
      {whole}
      {comma >= 0 && <span className={styles.kopecks}>{children.slice(comma)}</span>}
    </span>
  )
}
