import type { ReactNode } from 'react'
import { paths } from '~/paths'
import { Badge } from '~/ui/badge/badge'
import { Balance } from '~/ui/balance/balance'
import { ButtonLink } from '~/ui/button/button'
import type { DropdownItem } from '~/ui/dropdown/action-row'
import { Dropdown } from '~/ui/dropdown/dropdown'
import { Icon } from '~/ui/icon/icon'
import { Link } from '~/ui/link/link'
import { Panel } from '~/ui/panel/panel'
import { VisuallyHidden } from '~/ui/visually-hidden/visually-hidden'
import { Warning } from '~/ui/warning/warning'
import styles from './account-card.module.css'
import type { AccountView } from './account-view'

/** What the product API has for each account. */
export interface AccountFeatures {
  isExplained: boolean
  hasReadings: boolean
  canBeNamed: boolean
  canBeShared: boolean
}

/** A pending payment, with a link to its next step. */
export interface UnfinishedView {
  text: string
  link: { text: string; to: string; reload: boolean }
}

interface AccountCardProps {
  view: AccountView
  unfinished: UnfinishedView | null
  features: AccountFeatures
  /** Whether the total of all debts is shown above the cards. */
  isUnderTotal: boolean
}

/** One account of the list: its balance first, then its pages, details and actions. */
export function AccountCard({ view, unfinished, features, isUnderTotal }: AccountCardProps) {
  const { account, title, isDefault, shared, balance, invoice } = view
  return (
    <Panel
      title={<Link to={paths.invoice(account)}>{title ?? <NamedNumber account={account} />}</Link>}
      aside={isDefault && <Badge tone="accent">Основной</Badge>}
    >
      <div className={styles.place}>
        {shared && <p className={styles.shared}>{shared.words}</p>}
        <div className={styles.columns}>
          <div className={styles.money}>
            <Balance balance={balance} size={isUnderTotal ? 'medium' : 'large'} />
            {invoice && (
              <p className={styles.invoice} data-overdue={invoice.overdue}>
                <Link to={paths.invoice(account, invoice.period)}>{invoice.name}</Link>
                {invoice.text}
              </p>
            )}
            {unfinished && <Unfinished view={unfinished} />}
          </div>
          <div className={styles.actions}>
            {(!shared || shared.pay) && (
              <ButtonLink
                kind={balance.kind === 'due' && !unfinished ? 'primary' : 'secondary'}
                to={paths.personalPay({ account })}
              >
                Оплатить<VisuallyHidden> лицевой счёт {account}</VisuallyHidden>
              </ButtonLink>
            )}
            <AccountMenu view={view} features={features} />
          </div>
          <AccountLinks view={view} features={features} />
          <AccountFacts view={view} />
        </div>
      </div>
    </Panel>
  )
}

function Unfinished({ view: { text, link } }: { view: UnfinishedView }) {
  return (
    <Warning>
      <p>{text}</p>
      <ButtonLink size="small" to={link.to} reload={link.reload}>
        {link.text}
      </ButtonLink>
    </Warning>
  )
}

/** The links that customers use most. */
function AccountLinks({
  view: { account, shared },
  features,
}: {
  view: AccountView
  features: AccountFeatures
}) {
  const links = [
    { text: 'Квитанция', to: paths.invoice(account) },
    ...(features.isExplained ? [{ text: 'Почему такая сумма', to: paths.invoiceExplanation(account) }] : []),
    ...(features.hasReadings && (!shared || shared.readings)
      ? [{ text: 'Показания', to: paths.readings({ account }) }]
      : []),
    { text: 'История платежей', to: paths.history({ account }) },
  ]
  return (
    <p className={styles.links} data-print="hidden">
      {links.map(({ text, to }) => (
        <Link key={text} to={to}>
          {text}
          <VisuallyHidden> по лицевому счёту {account}</VisuallyHidden>
        </Link>
      ))}
    </p>
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

/** An account number as everywhere, without spaces; one press selects it whole. */
function AccountNumber({ account }: { account: string }) {
  return <span className={styles.number}>{account}</span>
}

/** The rare actions of an account: behind three dots; without scripts in a row. */
function AccountMenu({ view, features }: Pick<AccountCardProps, 'view' | 'features'>) {
  const name = `Действия с лицевым счётом ${view.account}`
  return (
    <div className={styles.menu} data-print="hidden">
      <Dropdown
        name={name}
        theme="dots-dropdown"
        className={styles.dots}
        face={
          <>
            <Icon name="ellipsis-vertical" />
            <VisuallyHidden>{name}</VisuallyHidden>
          </>
        }
        items={menuItemsOf(view, features)}
      />
    </div>
  )
}

const menuItemsOf = (
  { account, isDefault, shared }: AccountView,
  { canBeNamed, canBeShared }: AccountFeatures,
): DropdownItem[] => {
  const it = `лицевой счёт ${account}`
  const toIt = `к лицевому счёту ${account}`
  const items: (DropdownItem | false)[] = [
    shared?.pay !== false && {
      text: 'Автоплатёж',
      about: `по лицевому счёту ${account}`,
      icon: 'repeat',
      to: paths.newAutopayment(account),
    },
    canBeNamed && {
      text: 'Название',
      about: `лицевого счёта ${account}`,
      icon: 'pencil',
      to: paths.accountTitle(account),
    },
    canBeShared &&
      !shared && { text: 'Доступ для близких', about: toIt, icon: 'user', to: paths.access(account) },
    !isDefault && setDefault(account, it),
    shared
      ? shared.grant !== null && {
          text: 'Отказаться от доступа',
          about: toIt,
          icon: 'trash',
          tone: 'danger',
          to: paths.accessClose(account, shared.grant),
        }
      : { text: 'Удалить', about: it, icon: 'trash', tone: 'danger', to: paths.deleteAccount(account) },
  ]
  return items.filter((item) => item !== false)
}

const setDefault = (account: string, about: string): DropdownItem => ({
  text: 'Сделать основным',
  about,
  icon: 'star',
  post: { intent: 'set-default', account },
  pendingText: 'Меняем…',
})
