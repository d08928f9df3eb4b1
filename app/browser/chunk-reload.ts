import { routerState } from '../framework/browser-router'

const GUARD_MS = 10_000
const LAST_RELOAD = 'reloaded-at'

/**
 * A script that cannot be loaded, mostly one of a build that is no more, brings a whole page from the server: the one
 * that the visitor was going to, else this one. At most once in ten seconds; after that the error screen says that
 * the page did not open, and whatever else needed the script does without.
 */
export function reloadOnChunkErrors() {
  addEventListener('vite:preloadError', (event) => {
    const target = routerState().navigation.location
    if (!target && hasSomethingToLose()) return
    if (!mayReload()) return
    if (!target) return location.reload()
    event.preventDefault()
    location.assign(target.pathname + target.search + target.hash)
  })
}

/** Something typed, or a message that is shown once; a page without the piece that failed is better than without these. */
const hasSomethingToLose = () =>
  !navigator.onLine || document.querySelector('[data-flash]') !== null || [...document.forms].some(isFilledIn)

const isFilledIn = (form: HTMLFormElement) =>
  [...form.elements].some((control) => {
    if (control instanceof HTMLInputElement)
      return control.value !== control.defaultValue || control.checked !== control.defaultChecked
    if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue
    return (
      control instanceof HTMLSelectElement &&
      [...control.options].some((option) => option.selected !== option.defaultSelected)
    )
  })

/** Without a place to remember the last time by, never: it would have no end. */
const mayReload = () => {
  try {
    const last = Number(sessionStorage.getItem(LAST_RELOAD))
    if (Date.now() - last < GUARD_MS) return false
    sessionStorage.setItem(LAST_RELOAD, String(Date.now()))
    return true
  } catch {
    return false
  }
}
