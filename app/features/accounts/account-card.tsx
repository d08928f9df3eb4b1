import type { ReactNode } from 'react'
import { paths } from '~/paths'
import { Badge } from '~/ui/badge/badge'
import { Balance } from '~/ui/balance/balance'
import { ButtonLink } from '~/ui/button/button'
import { Panel } from '~/ui/panel/panel'
import { VisuallyHidden } from '~/ui/visually-hidden/visually-hidden'
import styles from './account-card.module.css'
import { AccountMenu } from './account-menu'
import { AccountNumber } from './account-number'
import type { AccountView } from './account-view'

interface AccountCardProps {
  view: AccountView
  /** Whether the total of all debts is shown above the cards. */
  isUnderTotal: boolean
}

/** One account of the list: its balance first, then its details and actions. */
export function AccountCard({ view, isUnderTotal }: AccountCardProps) {
  const { account, title, isDefault, balance, invoice } = view
  return (
    <Panel
      title={title ?? <NamedNumber account={account} />}
      aside={isDefault && <Badge tone="accent">Основной</Badge>}
    >
      <div className={styles.place}>
        <div className={styles.columns}>
          <div className={styles.money}>
            <Balance balance={balance} size={isUnderTotal ? 'medium' : 'large'} />
            {invoice && (
              <p className={styles.invoice} data-overdue={invoice.overdue}>
                {invoice.text}
              </p>
            )}
          </div>
          <div className={styles.actions}>
            <ButtonLink
              kind={balance.kind === 'due' ? 'primary' : 'secondary'}
              to={paths.personalPay({ account })}
            >
              Оплатить<VisuallyHidden> лицевой счёт {account}</VisuallyHidden>
            </ButtonLink>
            <AccountMenu view={view} />
          </div>
          <AccountFacts view={view} />
        </div>
      </div>
    </Panel>
  )
}

/** An account's details: its number unless it is the heading, its address, its payer. */
export function AccountFacts({ view: { account, title, address, payer } }: { view: AccountView }) {
  return (
    <dl className={styles.facts}>
      {title && <Fact term="Лицевой счёт" value={<AccountNumber account={account} />} />}
      {address && <Fact term="Адрес" value={address} />}
      {payer && <Fact term="Плательщик" value={payer} />}
    </dl>
  )
}

function Fact({ term, value }: { term: string; value: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** 'Лицевой счёт' with its number: the heading of an account without a title. */
export function NamedNumber({ account }: { account: string }) {
  return (
    <>
      Лицевой счёт <AccountNumber account={account} />
    </>
  )
}
