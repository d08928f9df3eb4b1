import { SanitisedProse } from '~/ui/prose/prose'
import styles from './content-text.module.css'
import { usePageLinks } from './use-page-links'

/** A part of a content page's text, already sanitised on the server. */
export function ContentText({ html }: { html: string }) {
  return (
    <div className={styles.text} ref={usePageLinks()}>
      <SanitisedProse html={html} />
    </div>
  )
}
