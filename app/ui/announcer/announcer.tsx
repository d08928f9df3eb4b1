import styles from './announcer.module.css'

export const announcementRegions = { polite: 'announcements', assertive: 'urgent-announcements' } as const

const REMOVED_AFTER_MS = 10_000

/**
 * Makes screen readers say a text once; in the browser only. Polite waits for other speech; assertive interrupts and is
 * for errors. Each announcement is a paragraph of its own, so that two at once are both read.
 */
export function announce(text: string, politeness: keyof typeof announcementRegions = 'polite') {
  const region = document.getElementById(announcementRegions[politeness])
  if (!region) return
  const words = document.createElement('p')
  words.textContent = text
  region.append(words)
  setTimeout(() => words.remove(), REMOVED_AFTER_MS)
}

/**
 * The document's two live regions, rendered empty and filled by `announce`. Rendered once, outside of anything that a
 * navigation replaces: screen readers only read a region that existed before its text.
 */
export function Announcer() {
  return (
    <div className={styles.regions} data-print="hidden">
      <div id={announcementRegions.polite} role="status" aria-live="polite" aria-atomic="false" />
      <div id={announcementRegions.assertive} role="alert" aria-live="assertive" aria-atomic="false" />
    </div>
  )
}
