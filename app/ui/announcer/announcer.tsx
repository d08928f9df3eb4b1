import { announcementRegions } from './announce'
import styles from './announcer.module.css'

/**
 * The two live regions of the document, empty as drawn. Stands once, in the document's body outside of anything that
 * a navigation replaces: a region is read aloud only if it was there before its words. `announce` fills them.
 */
export function Announcer() {
  return (
    <div className={styles.regions} data-print="hidden">
      <div id={announcementRegions.polite} role="status" aria-live="polite" aria-atomic="false" />
      <div id={announcementRegions.assertive} role="alert" aria-live="assertive" aria-atomic="false" />
    </div>
  )
}
