import { Icon } from '../icon/icon'
import { VisuallyHidden } from '../visually-hidden/visually-hidden'
import { type Message, messageIcons, messagePrefixes } from './message'
import styles from './message-banner.module.css'

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
