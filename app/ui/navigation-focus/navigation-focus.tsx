import { useLocation, useNavigation, useNavigationType } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { announce } from '../announcer/announcer'
import './navigation-bar.css'
import { reportNavigation } from './page-events'

type ShownPage = { key: string; pathname: string; search: string; hash: string; title: string }

// Set in the browser only. Module state, because an error screen replaces the whole component tree.
let shownPage: ShownPage | undefined

/**
 * After a client-side navigation, which browsers do not announce, moves focus to the h1, the target of the hash or the
 * page's error, and has the title read out once. Dispatches the page events. Rendered after the page, so that a page
 * that moves focus itself (to its errors) does so first.
 */
export function NavigationFocus() {
  const { key, pathname, search, hash } = useLocation()
  const { state, location } = useNavigation()
  const type = useNavigationType()
  const answeredKey = useRef<string>()

  useEffect(() => {
    // The location key where a form was submitted: an answer without a redirect is no navigation.
    if (state === 'submitting') answeredKey.current = location.key
  }, [state, location])

  useEffect(() => {
    const last = shownPage
    shownPage = { key, pathname, search, hash, title: document.title }
    if (!last || last.key === key) return
    if (answeredKey.current === key) {
      // Only once: going back to this history entry is a navigation.
      answeredKey.current = undefined
      return
    }
    // Without a hash only Back and Forward return from a jump: a link or a form reloads the page.
    const isJump = hash || (last.hash && type === 'POP')
    if (isJump && last.pathname === pathname && last.search === search) return
    // A page without a loader may be shown before any start was reported.
    reportNavigation(true)
    if (document.title !== last.title || search !== last.search) announce(document.title)
    focusOnPage(hash)
  }, [key, pathname, search, hash, type])

  useEffect(() => {
    // After each page as well: `state` may not have changed during its navigation.
    if (key) reportNavigation(state !== 'idle')
  }, [key, state])

  return null
}

function focusOnPage(hash: string) {
  const hashTarget = hash && document.getElementById(decodeURIComponent(hash.slice(1)))
  if (hashTarget && hashTarget.tabIndex < 0) hashTarget.tabIndex = -1
  const target =
    hashTarget ||
    document.querySelector<HTMLElement>('main [data-error-summary]') ||
    document.querySelector<HTMLElement>('main h1')
  target?.focus({ preventScroll: true })
}
