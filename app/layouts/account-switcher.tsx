import { Form } from '@remix-run/react'
import { Button } from '../ui/button/button'
import { PageLink } from '../ui/link/page-link'
import { Select } from '../ui/select/select'
import styles from './account-switcher.module.css'
import { type AccountSwitcherProps, MAX_IN_A_ROW } from './page-account'

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

/** Switches a page between many accounts: a GET form with a list of their numbers and addresses. */
function AccountSelect({ choices, to }: AccountSwitcherProps) {
  const current = choices.find(({ isCurrent }) => isCurrent)?.account ?? ''
  const [path = '', query] = to(current).split('?')
  const others = [...new URLSearchParams(query)].filter(([name]) => name !== 'account')
  return (
    <nav className={styles.switcher} aria-label="Другой лицевой счёт" data-print="hidden">
      <Form method="get" action={path} className={styles.form}>
        {others.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Select
          key={current}
          id="other-account"
          name="account"
          label="Лицевой счёт"
          defaultValue={current}
          options={choices.map(({ account, title, address }) => ({
            value: account,
            title: [account, address || title].filter(Boolean).join(', '),
          }))}
        />
        <Button kind="secondary">Перейти</Button>
      </Form>
    </nav>
  )
}
