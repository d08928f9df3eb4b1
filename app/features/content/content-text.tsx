import { useNavigate } from '@remix-run/react'
import { type RefObject, useEffect, useRef } from 'react'
import { isFile, linkTarget } from '~/ui/link/link-target'
import { SanitisedProse } from '~/ui/prose/prose'
import styles from './content-text.module.css'

/** A part of a content page's text, already sanitised on the server. */
export function ContentText({ html }: { html: string }) {
  return (
    <div className={styles.text} ref={usePageLinks()}>
      <SanitisedProse html={html} />
    </div>
  )
}

/** For an element with ready HTML: its links to pages of this site change the page without loading a document. */
function usePageLinks(): RefObject<HTMLDivElement> {
  const ref = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  useEffect(() => {
    const element = ref.current
    const follow = (event: MouseEvent) => {
      const path = pathToFollow(event)
      if (path === null) return
      event.preventDefault()
      // Like the browser: a link to the current address adds no history entry.
      navigate(path, { replace: path === location.pathname + location.search + location.hash })
    }
    element?.addEventListener('click', follow)
    return () => element?.removeEventListener('click', follow)
  }, [navigate])
  return ref
}

/** Null where the browser has to follow the link, as to a heading of the same page or into a new window. */
function pathToFollow({ target, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): string | null {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link || link.origin !== location.origin || button || metaKey || ctrlKey || shiftKey || altKey)
    return null
  const page = link.pathname + link.search
  if (link.href.includes('#') && page === location.pathname + location.search) return null
  const path = page + link.hash
  return linkTarget(path) && !isFile(path) ? path : null
}
