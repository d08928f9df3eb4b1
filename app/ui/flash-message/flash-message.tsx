import { useLocation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { announce } from '../announcer/announcer'
import styles from './flash-message.module.css'
import { type Message, MessageBanner } from './message-banner'

// Written by effects only, so it stays empty on the server.
const shownIds = new Set<string>()

/**
 * The flash message of this page, above its h1. A banner in the HTML; where scripts work it becomes a toast, once per
 * id. When the toast has closed, an error and a message that `stays` stand on the page until the next navigation.
 */
export function FlashMessage({ message }: { message: Message | null | undefined }) {
  const current = useMessageOfThisPage(message)
  return current ? <Banner key={current.id} message={current} /> : null
}

function Banner({ message }: { message: Message }) {
  const isHydrated = useHydrated()
  // A page rendered in the browser needs no banner before the toast; a page from the server already has it.
  const isDrawnByServer = useRef(!isHydrated).current
  const [isHidden, setHidden] = useState(!isDrawnByServer)
  const stays = message.type === 'error' || message.stays === true

  useEffect(() => {
    let isUnmounted = false
    const show = () => isUnmounted || setHidden(false)
    showOnce(message, () => stays && show()).then(
      (isToast) => isUnmounted || setHidden(isToast || !stays),
      show,
    )
    return () => {
      isUnmounted = true
    }
  }, [message, stays])

  // Tells `chunk-reload` not to reload the page, which would lose the message.
  if (isHidden && !stays && !isDrawnByServer) return <div hidden data-flash />
  // The banner's space is there beside the toast, too: the page must not jump.
  return (
    <div className={styles.place} data-gone={isHidden} data-flash={stays ? 'stays' : ''}>
      <MessageBanner message={message} />
    </div>
  )
}

/** Returns whether it shows a toast: false if the message was shown before. */
async function showOnce(message: Message, onClose: () => void): Promise<boolean> {
  if (shownIds.has(message.id)) return false
  shownIds.add(message.id)
  try {
    const { showToast } = await loadToasts()
    showToast(message, onClose)
    return true
  } finally {
    announce(message.text, message.type === 'error' ? 'assertive' : 'polite')
  }
}

/** Returns the message as long as its page is shown, even if the loaders run again without it. */
function useMessageOfThisPage(message: Message | null | undefined): Message | undefined {
  const { key } = useLocation()
  const [pageMessage, setPageMessage] = useState<{ id?: string; page: string; message?: Message }>({
    page: key,
    ...(message && { id: message.id, message }),
  })
  if (message && message.id !== pageMessage.id) {
    setPageMessage({ id: message.id, page: key, message })
    return message
  }
  if (pageMessage.message && pageMessage.page !== key) {
    setPageMessage({ ...(pageMessage.id && { id: pageMessage.id }), page: key })
    return undefined
  }
  return pageMessage.message
}

let loading: Promise<typeof import('../toast/show-toast')> | undefined

/**
 * Loads the code of toasts once. Of two simultaneous imports Vite makes only the first wait for the styles, so that the
 * second toast could come first.
 */
export const loadToasts = () => {
  loading ??= import('../toast/show-toast').catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}
