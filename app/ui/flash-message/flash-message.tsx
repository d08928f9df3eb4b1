import { useLocation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { announce } from '../announcer/announce'
import styles from './flash-message.module.css'
import type { Message } from './message'
import { MessageBanner } from './message-banner'

// In the browser only: written by effects, which a server never runs.
const shown = new Set<string>()

/**
 * The message that a redirect left for this page, above its h1. A banner in the HTML; where scripts work it becomes
 * a toast, once for each id. An error also stays on the page until the next navigation.
 */
export function FlashMessage({ message }: { message: Message | null | undefined }) {
  const current = useMessageOfThisPage(message)
  return current ? <Banner key={current.id} message={current} /> : null
}

function Banner({ message }: { message: Message }) {
  const hydrated = useHydrated()
  // A page that scripts have drawn needs no banner on the way to its toast; one from the server has it already.
  const drawnByServer = useRef(!hydrated).current
  const [isToast, setIsToast] = useState(!drawnByServer)

  useEffect(() => {
    let left = false
    showOnce(message).then(
      () => left || setIsToast(true),
      () => left || setIsToast(false),
    )
    return () => {
      left = true
    }
  }, [message])

  const stays = message.type === 'error' || !isToast
  if (!stays && !drawnByServer) return null
  // Once a toast, the banner keeps its room: the page must not jump under the reader.
  return (
    <div className={styles.place} data-gone={!stays} data-flash>
      <MessageBanner message={message} />
    </div>
  )
}

async function showOnce(message: Message): Promise<void> {
  if (shown.has(message.id)) return
  shown.add(message.id)
  try {
    const { showToast } = await import('../toast/show-toast')
    showToast(message)
  } finally {
    announce(message.text, message.type === 'error' ? 'assertive' : 'polite')
  }
}

/** A message lives as long as the page it came to, even when the page's data are asked for again without it. */
function useMessageOfThisPage(message: Message | null | undefined): Message | undefined {
  const { key } = useLocation()
  const [seen, setSeen] = useState<{ id?: string; page: string; message?: Message }>({
    page: key,
    ...(message && { id: message.id, message }),
  })
  if (message && message.id !== seen.id) {
    setSeen({ id: message.id, page: key, message })
    return message
  }
  if (seen.message && seen.page !== key) {
    setSeen({ ...(seen.id && { id: seen.id }), page: key })
    return undefined
  }
  return seen.message
}
