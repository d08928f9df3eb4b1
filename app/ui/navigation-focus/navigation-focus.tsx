import { useLocation, useNavigation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { announce } from '../announcer/announce'

type ShownPage = { key: string; pathname: string; title: string }

// Written in the browser only. Outlives an error screen, which replaces the whole document's tree.
let before: ShownPage | undefined

/**
 * After a navigation by scripts, which browsers say nothing of: moves focus to the page's h1, or to what is wrong with
 * its address where it says so, and has its title read out once. Stands after the page, so that a page that has moved
 * focus itself (to its errors) has done so before.
 */
export function NavigationFocus() {
  const { key, pathname, hash } = useLocation()
  const answered = useAnsweredForm()

  useEffect(() => {
    const last = before
    before = { key, pathname, title: document.title }
    if (!last || last.key === key) return
    if (answered.current === key || (hash && last.pathname === pathname)) return
    if (document.title !== last.title) announce(document.title)
    if (hash) return
    const target = ['main [data-error-summary]', 'main h1'].map((part) =>
      document.querySelector<HTMLElement>(part),
    )
    target.find(Boolean)?.focus({ preventScroll: true })
  }, [answered, key, pathname, hash])

  return null
}

/** The key of the place at which a form was sent and answers without leading on: the visitor has gone nowhere. */
function useAnsweredForm() {
  const { state, location } = useNavigation()
  const answered = useRef<string>()
  useEffect(() => {
    if (state === 'submitting') answered.current = location.key
  }, [state, location])
  return answered
}
