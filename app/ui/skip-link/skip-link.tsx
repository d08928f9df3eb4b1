import type { MouseEvent } from 'react'
import styles from './skip-link.module.css'

/** The id of the page's `<main tabIndex={-1}>`. */
export const mainId = 'main'

/** The first element of a page: skips the header. Visible when focused. */
export function SkipLink() {
  return (
    <a className={styles.skip} href={`#${mainId}`} onClick={skip} data-print="hidden">
      Перейти к содержанию
    </a>
  )
}

// The router would treat the jump as a navigation and drop the action's result.
function skip(event: MouseEvent) {
  const main = document.getElementById(mainId)
  if (!main) return
  event.preventDefault()
  main.focus()
}
