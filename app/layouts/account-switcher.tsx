import { PageLink } from '../ui/link/page-link'
import styles from './account-switcher.module.css'

export interface AccountSwitcherProps {
  choices: readonly { account: string; title: string | null; isCurrent: boolean }[]
  /** The address of this page for another account. */
  to: (account: string) => string
}

/** Switches a page from one account to another. Not rendered when there is only one. */
export function AccountSwitcher({ choices, to }: AccountSwitcherProps) {
  if (choices.length < 2) return null
  return (
    <nav className={styles.switcher} aria-label="Другой лицевой счёт" data-print="hidden">
      <ul className={styles.list}>
        {choices.map(({ account, title, isCurrent }) => (
          <li key={account}>
            <PageLink
              className={styles.choice}
              to={to(account)}
              {...(isCurrent && { 'aria-current': 'page' as const })}
            >
              <span className={styles.title}>{title ?? 'Лицевой счёт'}</span>
              <span className={styles.number}>{account}</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
