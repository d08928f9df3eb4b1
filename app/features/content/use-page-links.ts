import { useNavigate } from '@remix-run/react'
import { type RefObject, useEffect, useRef } from 'react'
import { isFile } from '~/ui/link/is-file'
import { linkTarget } from '~/ui/link/link-target'

/** For an element with ready HTML: its links to pages of this site change the page without loading a document. */
export function usePageLinks(): RefObject<HTMLDivElement> {
  const ref = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  useEffect(() => {
    const element = ref.current
    const follow = (event: MouseEvent) => {
      const path = pathToFollow(event)
      if (path === null) return
      event.preventDefault()
      navigate(path)
    }
    element?.addEventListener('click', follow)
    return () => element?.removeEventListener('click', follow)
  }, [navigate])
  return ref
}

/** Null where the browser has to follow the link, as to a heading of the same page or into a new window. */
function pathToFollow(event: MouseEvent): string | null {
  const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event
  if (event.defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return null
  const href = target instanceof Element ? target.closest('a')?.getAttribute('href') : null
  const page = href ? linkTarget(href) : undefined
  return page?.kind === 'page' && !isFile(page.path) ? page.path : null
}
