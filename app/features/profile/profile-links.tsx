import type { Feature } from 'contract/features'
import { paths } from '~/paths'
import { Link } from '~/ui/link/link'
import { Panel } from '~/ui/panel/panel'
import styles from './profile-links.module.css'

interface ProfileLink {
  /** The link is drawn only where the product API has one of these. */
  features: readonly Feature[]
  title: string
  to: string
  /** What is to be found there. */
  text: string
}

const links: readonly ProfileLink[] = [
  {
    features: ['invoice-letters', 'reminders'],
    title: 'Напоминания',
    to: paths.reminders(),
    text: 'Письма о квитанциях и показаниях, календарь сроков',
  },
  {
    features: ['security'],
    title: 'Безопасность',
    to: paths.security,
    text: 'Где вы вошли в кабинет и второй шаг при входе',
  },
  {
    features: ['my-data'],
    title: 'Мои данные',
    to: paths.myData,
    text: 'Согласия, копия данных и удаление кабинета',
  },
]

/** The customer's other pages, of those features that the product API has. */
export function ProfileLinks({ features }: { features: readonly string[] }) {
  const shown = links.filter((link) => link.features.some((feature) => features.includes(feature)))
  if (shown.length === 0) return null
  return (
    <Panel title="Также в профиле">
      <ul className={styles.links}>
        {shown.map(({ title, to, text }) => (
          <li key={to}>
            <Link to={to}>{title}</Link>
            <p className={styles.text}>{text}</p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
