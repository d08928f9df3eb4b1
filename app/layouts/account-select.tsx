import { Form } from '@remix-run/react'
import { Button } from '../ui/button/button'
import { Select } from '../ui/select/select'
import type { AccountSwitcherProps } from './account-choice'
import styles from './account-select.module.css'

/** Switches a page between many accounts: a GET form with a list of their numbers and addresses. */
export function AccountSelect({ choices, to }: AccountSwitcherProps) {
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
