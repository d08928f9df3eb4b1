import type { ReactNode } from 'react'
import { Icon } from '../icon/icon'
import styles from './warning.module.css'

/** A warning in paragraphs, as part of the page. For an event use a flash message. */
export function Warning({ children }: { children: ReactNode }) {
  return (
    <div className={styles.warning}>
      <Icon name="triangle-alert" size="large" />
      <div className={styles.words}>{children}</div>
    </div>
  )
}

/** Shown where a part of the page could not be loaded. `what` is in the accusative: 'сохранённые карты'. */
export function MissingPart({ what }: { what: string }) {
  return (
    <Warning>
      <p>Не удалось загрузить {what}. Обновите страницу.</p>
    </Warning>
  )
}
