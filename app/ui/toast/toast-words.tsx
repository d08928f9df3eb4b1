import { type Message, messageIcons, messagePrefixes } from '../flash-message/message'
import { Icon } from '../icon/icon'
import { VisuallyHidden } from '../visually-hidden/visually-hidden'
import styles from './toast.module.css'

export function ToastWords({ message }: { message: Message }) {
  return (
    <div className={styles.words} data-type={message.type}>
      <Icon name={messageIcons[message.type]} />
      <p>
        <VisuallyHidden>{messagePrefixes[message.type]}</VisuallyHidden>
        {message.text}
      </p>
    </div>
  )
}
