import type { MouseEvent } from 'react'
import styles from './skip-link.module.css'

/** The id of the page's `<main tabIndex={-1}>`. */
export const mainId = 'main'

/** The first thing in a page: past the header, to its main part. Seen when it has focus. */
export function SkipLink() {
  return (
    <a className={styles.skip} href={`#${mainId}`} onClick={skip} data-print="hidden">
      Перейти к содержанию
    </a>
  )
}

// The router would take the jump for a navigation and drop what a form answered.
function skip(event: MouseEvent) {
  const main = document.getElementById(mainId)
  if (!main) return
  event.preventDefault()
  main.focus()
}
