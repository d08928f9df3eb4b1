import { paths } from '~/paths'
import { Dropdown } from '~/ui/dropdown/dropdown'
import type { DropdownItem } from '~/ui/dropdown/dropdown-item'
import { Icon } from '~/ui/icon/icon'
import { VisuallyHidden } from '~/ui/visually-hidden/visually-hidden'
import styles from './account-menu.module.css'
import type { AccountView } from './account-view'

/** What the product API has for each account. */
interface Offers {
  canBeNamed: boolean
  canBeShared: boolean
}

/** The rare actions of an account: behind three dots; without scripts in a row. */
export function AccountMenu({ view, ...offers }: Offers & { view: AccountView }) {
  const name = `Действия с лицевым счётом ${view.account}`
  return (
    <div className={styles.actions} data-print="hidden">
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
        items={itemsOf(view, offers)}
      />
    </div>
  )
}

const itemsOf = (
  { account, isDefault, shared }: AccountView,
  { canBeNamed, canBeShared }: Offers,
): DropdownItem[] => {
  const it = `лицевой счёт ${account}`
  return [
    ...(!shared || shared.pay
      ? [
          {
            text: 'Автоплатёж',
            about: `по лицевому счёту ${account}`,
            icon: 'repeat',
            to: paths.newAutopayment(account),
          } as const,
        ]
      : []),
    ...(canBeNamed
      ? [
          {
            text: 'Название',
            about: `лицевого счёта ${account}`,
            icon: 'pencil',
            to: paths.accountTitle(account),
          } as const,
        ]
      : []),
    ...(canBeShared && !shared
      ? [
          {
            text: 'Доступ для близких',
            about: `к лицевому счёту ${account}`,
            icon: 'user',
            to: paths.access(account),
          } as const,
        ]
      : []),
    ...(isDefault ? [] : [setDefault(account, it)]),
    ...(!shared
      ? [
          {
            text: 'Удалить',
            about: it,
            icon: 'trash',
            tone: 'danger',
            to: paths.deleteAccount(account),
          } as const,
        ]
      : []),
    ...(shared?.grant
      ? [
          {
            text: 'Отказаться от доступа',
            about: `к лицевому счёту ${account}`,
            icon: 'trash',
            tone: 'danger',
            to: paths.accessClose(account, shared.grant),
          } as const,
        ]
      : []),
  ]
}

const setDefault = (account: string, about: string): DropdownItem => ({
  text: 'Сделать основным',
  about,
  icon: 'star',
  post: { intent: 'set-default', account },
  pendingText: 'Меняем…',
})
