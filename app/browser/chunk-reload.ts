import { routerState } from '../framework/browser-router'

const GUARD_MS = 10_000
const LAST_RELOAD = 'reloaded-at'

/**
 * When a script cannot be loaded, usually because its build has been replaced, loads the document that the visitor is
 * navigating to, otherwise reloads this one. At most once in ten seconds; after that the error screen is shown. Never
 * while a form of the open page is on its way.
 */
export function reloadOnChunkErrors() {
  addEventListener('vite:preloadError', (event) => {
    const { navigation, location: currentPage } = routerState()
    const target = navigation.location
    // The page already has the scripts for the form's answer; a reload would lose the answer and typed values.
    if (navigation.formMethod && target?.pathname === currentPage.pathname) return
    if (!target && hasUnsavedContent()) return
    if (!mayReload()) return
    if (!target) return location.reload()
    event.preventDefault()
    location.assign(target.pathname + target.search + target.hash)
  })
}

/** Whether a reload would lose typed values or a flash message. The page then stays without the script. */
const hasUnsavedContent = () =>
  !navigator.onLine || document.querySelector('[data-flash]') !== null || [...document.forms].some(isFilledIn)

const isFilledIn = (form: HTMLFormElement) =>
  [...form.elements].some((control) => {
    if (control instanceof HTMLInputElement)
      return isTickable(control)
        ? control.checked !== control.defaultChecked
        : control.value !== control.defaultValue
    if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue
    return (
      control instanceof HTMLSelectElement &&
      [...control.options].some((option) => option.selected !== option.defaultSelected)
    )
  })

/** The value of these inputs is never typed. Without an attribute it is `on`, but `defaultValue` is empty. */
const isTickable = ({ type }: HTMLInputElement) => type === 'checkbox' || type === 'radio'

/** False without sessionStorage: the reloads would not end. */
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
