import { paths } from '~/paths'
import type { DropdownItem } from '~/ui/dropdown/action-row'
import { Dropdown } from '~/ui/dropdown/dropdown'
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
