import { createRoot } from 'react-dom/client'
import { toast } from 'react-toastify/unstyled'
import { type Message, messageIcons, messagePrefixes } from '../flash-message/message'
import { Icon } from '../icon/icon'
import { pageEvents } from '../navigation-focus/page-events'
import { VisuallyHidden } from '../visually-hidden/visually-hidden'
import styles from './toast.module.css'
import { Toaster } from './toaster'

let host: HTMLElement | undefined

/** Shows a toast, in the browser only. The toasts' root survives every navigation. */
export function showToast(message: Message, onClose = () => {}) {
  if (!host) {
    host = document.createElement('div')
    createRoot(host).render(<Toaster />)
    addEventListener(pageEvents.finish, keepOnPage)
    document.addEventListener('submit', dismissAll)
  }
  keepOnPage()
  toast(<ToastWords message={message} />, {
    toastId: message.id,
    type: message.type,
    ariaLabel: message.text,
    onClose,
  })
}

/** An error screen and the page after it each bring a new body. The timers of toasts stand still outside of it. */
function keepOnPage() {
  if (host && !host.isConnected) document.body.append(host)
}

/** A toast speaks of what was done before: it goes when the next form is posted. */
function dismissAll({ target }: SubmitEvent) {
  if (target instanceof HTMLFormElement && target.method === 'post') toast.dismiss()
}

function ToastWords({ message }: { message: Message }) {
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
