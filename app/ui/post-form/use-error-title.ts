import { useEffect } from 'react'

const PREFIX = 'Ошибка: '

/**
 * While something is refused, the document's title says so first. The server sets the title of a whole page; after a
 * client-side submission or navigation this effect does. For every page with refused input: the one that is left takes
 * the words off whatever title is there by then, and the next one, whose effect comes after, puts its own back.
 */
export function useErrorTitle(refused: unknown) {
  useEffect(() => {
    if (!refused) return
    if (!document.title.startsWith(PREFIX)) document.title = PREFIX + document.title
    return () => {
      if (document.title.startsWith(PREFIX)) document.title = document.title.slice(PREFIX.length)
    }
  }, [refused])
}
