import { announcementRegions } from './announce'
import styles from './announcer.module.css'

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
