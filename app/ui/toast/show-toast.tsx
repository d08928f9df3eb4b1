import { createRoot } from 'react-dom/client'
import { toast } from 'react-toastify/unstyled'
import type { Message } from '../flash-message/message'
import { ToastWords } from './toast-words'
import { Toaster } from './toaster'

let mounted = false

/** Shows a toast, in the browser only. The toasts' root survives every navigation. */
export function showToast(message: Message) {
  if (!mounted) {
    mounted = true
    const host = document.createElement('div')
    document.body.append(host)
    createRoot(host).render(<Toaster />)
  }
  toast(<ToastWords message={message} />, {
    toastId: message.id,
    type: message.type,
    ariaLabel: message.text,
  })
}
