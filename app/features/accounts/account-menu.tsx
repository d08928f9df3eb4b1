import { paths } from '~/paths'
import { Dropdown } from '~/ui/dropdown/dropdown'
import type { DropdownItem } from '~/ui/dropdown/dropdown-item'
import { Icon } from '~/ui/icon/icon'
import { VisuallyHidden } from '~/ui/visually-hidden/visually-hidden'
import styles from './account-menu.module.css'
import type { AccountView } from './account-view'

/** Everything that can be done with one account, behind three dots. */
export function AccountMenu({ view }: { view: AccountView }) {
  const name = `Действия с лицевым счётом ${view.account}`
  return (
    <div data-print="hidden">
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
        items={itemsOf(view)}
      />
    </div>
  )
}

const itemsOf = ({ account, isDefault }: AccountView): DropdownItem[] => [
  { text: 'Оплатить', icon: 'credit-card', to: paths.personalPay({ account }) },
  { text: 'Посмотреть счёт', icon: 'receipt-text', to: paths.invoice(account) },
  { text: 'История платежей', icon: 'rotate-ccw-clock', to: paths.history({ account }) },
  ...(isDefault
    ? []
    : [{ text: 'Сделать основным', icon: 'star', post: { intent: 'set-default', account } } as const]),
  { text: 'Удалить', icon: 'trash', tone: 'danger', to: paths.deleteAccount(account) },
]
