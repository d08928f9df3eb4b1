import { PageLink } from '../ui/link/page-link'
import { type AccountSwitcherProps, MAX_IN_A_ROW } from './account-choice'
import { AccountSelect } from './account-select'
import styles from './account-switcher.module.css'

/** Switches a page from one account to another. Not rendered when there is only one. */
export function AccountSwitcher({ choices, to }: AccountSwitcherProps) {
  if (choices.length < 2) return null
  if (choices.length > MAX_IN_A_ROW) return <AccountSelect choices={choices} to={to} />
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
