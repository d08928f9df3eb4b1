import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { paths } from '~/paths'
import { Badge } from '~/ui/badge/badge'
import { Balance } from '~/ui/balance/balance'
import { ButtonLink } from '~/ui/button/button'
import { SubmitButton } from '~/ui/button/submit-button'
import { Panel } from '~/ui/panel/panel'
import { VisuallyHidden } from '~/ui/visually-hidden/visually-hidden'
import styles from './account-card.module.css'
import { AccountMenu } from './account-menu'
import { AccountNumber } from './account-number'
import type { AccountView } from './account-view'

/** One account of the list: what it owes above all, what it is, and what can be done with it. */
export function AccountCard({ view }: { view: AccountView }) {
  const { account, title, isDefault, balance, invoice } = view
  return (
    <Panel
      title={title ?? <NamedNumber account={account} />}
      aside={
        <div className={styles.aside}>
          {isDefault && <Badge tone="accent">Основной</Badge>}
          <AccountMenu view={view} />
        </div>
      }
      footer={<CardActions view={view} />}
    >
      <div className={styles.columns}>
        <div className={styles.money}>
          <Balance balance={balance} />
          {invoice && (
            <p className={styles.invoice} data-overdue={invoice.overdue}>
              {invoice.text}
            </p>
          )}
          <div>
            <ButtonLink
              kind={balance.kind === 'due' ? 'primary' : 'secondary'}
              to={paths.personalPay({ account })}
            >
              Оплатить<VisuallyHidden> лицевой счёт {account}</VisuallyHidden>
            </ButtonLink>
          </div>
        </div>
        <AccountFacts view={view} />
      </div>
    </Panel>
  )
}

/** What the account is: its number unless that is the heading already, its address, who pays. */
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

/** 'Лицевой счёт' with its number, the name of an account that has no other. */
export function NamedNumber({ account }: { account: string }) {
  return (
    <>
      Лицевой счёт <AccountNumber account={account} />
    </>
  )
}

function CardActions({ view: { account, isDefault } }: { view: AccountView }) {
  return (
    <>
      {!isDefault && (
        <Form method="post">
          <input type="hidden" name="intent" value="set-default" />
          <input type="hidden" name="account" value={account} />
          <SubmitButton
            kind="quiet"
            icon="star"
            match={{ intent: 'set-default', account }}
            pendingText="Меняем…"
          >
            Сделать основным<VisuallyHidden> лицевой счёт {account}</VisuallyHidden>
          </SubmitButton>
        </Form>
      )}
      <ButtonLink kind="quiet" icon="repeat" to={paths.newAutopayment(account)}>
        Автоплатёж<VisuallyHidden> по лицевому счёту {account}</VisuallyHidden>
      </ButtonLink>
      <ButtonLink kind="quiet" icon="trash" to={paths.deleteAccount(account)}>
        Удалить<VisuallyHidden> лицевой счёт {account}</VisuallyHidden>
      </ButtonLink>
    </>
  )
}
