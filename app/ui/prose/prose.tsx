import type { ReactNode } from 'react'
import styles from './prose.module.css'

/** Text with headings, paragraphs, lists and tables. */
export function Prose({ children }: { children: ReactNode }) {
  return <div className={styles.prose}>{children}</div>
}

/** The same for HTML that the server has sanitised; never for anything else. */
export function SanitisedProse({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the content's server module sanitises it
  return <div className={styles.prose} dangerouslySetInnerHTML={{ __html: html }} />
}
