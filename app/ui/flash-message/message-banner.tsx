import type { IconName } from '../icon/icon'
import { Icon } from '../icon/icon'
import { VisuallyHidden } from '../visually-hidden/visually-hidden'
import styles from './message-banner.module.css'

export type MessageType = 'error' | 'success' | 'info' | 'warning'

export type Message = {
  /** Unique: a message with the same id is shown once. */
  id: string
  type: MessageType
  text: string
  /** After the toast the message stands on the page; errors always do. */
  stays?: boolean
}

export const messageIcons: Record<MessageType, IconName> = {
  error: 'circle-alert',
  success: 'circle-check',
  info: 'info',
  warning: 'triangle-alert',
}

/** The text equivalent of the icon. */
export const messagePrefixes: Record<MessageType, string> = {
  error: 'Ошибка. ',
  success: '',
  info: '',
  warning: 'Внимание. ',
}

/** A message inside the page. */
export function MessageBanner({ message: { type, text } }: { message: Pick<Message, 'type' | 'text'> }) {
  return (
    <div className={styles.banner} data-type={type}>
      <Icon name={messageIcons[type]} />
      <p>
        <VisuallyHidden>{messagePrefixes[type]}</VisuallyHidden>
        {text}
      </p>
    </div>
  )
}
