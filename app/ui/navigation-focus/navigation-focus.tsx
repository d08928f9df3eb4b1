import { useLocation, useNavigation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { announce } from '../announcer/announce'
import './navigation-bar.css'
import { tellNavigation } from './page-events'

type ShownPage = { key: string; pathname: string; title: string }

// Written in the browser only. Outlives an error screen, which replaces the whole document's tree.
let before: ShownPage | undefined

/**
 * After a navigation by scripts, which browsers say nothing of: moves focus to the page's h1, to what the address
 * names within it, or to what is wrong with the address where the page says so, and has its title read out once.
 * Tells the window of the beginning and the end. Stands after the page, so that a page that has moved focus itself (to
 * its errors) has done so before.
 */
export function NavigationFocus() {
  const { key, pathname, hash } = useLocation()
  const { state, location } = useNavigation()
  const answered = useRef<string>()

  useEffect(() => {
    // The key of the place at which a form was sent and answers without leading on: the visitor has gone nowhere.
    if (state === 'submitting') answered.current = location.key
  }, [state, location])

  useEffect(() => {
    const last = before
    before = { key, pathname, title: document.title }
    if (!last || last.key === key) return
    if (answered.current === key || (hash && last.pathname === pathname)) return
    // A page that asks the server for nothing is there before a beginning was seen.
    tellNavigation(true)
    if (document.title !== last.title) announce(document.title)
    focusOnPage(hash)
  }, [key, pathname, hash])

  useEffect(() => {
    // After each page, too: `state` need not have changed on the way to it.
    if (key) tellNavigation(state !== 'idle')
  }, [key, state])

  return null
}

function focusOnPage(hash: string) {
  const named = hash && document.getElementById(decodeURIComponent(hash.slice(1)))
  if (named && named.tabIndex < 0) named.tabIndex = -1
  const target =
    named ||
    document.querySelector<HTMLElement>('main [data-error-summary]') ||
    document.querySelector<HTMLElement>('main h1')
  target?.focus({ preventScroll: true })
}
