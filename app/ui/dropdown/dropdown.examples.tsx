import { Icon } from '../icon/icon'
import { VisuallyHidden } from '../visually-hidden/visually-hidden'
import type { DropdownItem } from './action-row'
import { Dropdown } from './dropdown'
import styles from './dropdown-examples.module.css'

export const title = 'Выпадающее меню'

const items: readonly DropdownItem[] = [
  { text: 'Посмотреть квитанцию', icon: 'receipt-text', to: '/personal/invoice' },
  { text: 'История платежей', icon: 'rotate-ccw-clock', to: '/personal/history' },
  { text: 'Удалить', icon: 'trash', tone: 'danger', to: '/personal/delete-account' },
]

export const examples = {
  'За тремя точками (dots-dropdown)': () => (
    <Dropdown
      name="Действия с лицевым счётом"
      theme="dots-dropdown"
      className={styles.dots}
      face={
        <>
          <Icon name="ellipsis-vertical" />
          <VisuallyHidden>Действия с лицевым счётом</VisuallyHidden>
        </>
      }
      items={items}
    />
  ),
  'Без темы': () => <Dropdown name="Что сделать" className={styles.words} face="Что сделать" items={items} />,
}
