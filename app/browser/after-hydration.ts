import { abandonNavigation, routerState } from '~/framework/browser-router'
import { allowedScripts } from '../preferences/cookie-consent/allowed-scripts'
import { pageEvents } from '../ui/navigation-focus/page-events'
import { foldMenus } from '../ui/navigation-menu/fold-menus'
import { watchForNewBuild } from './build-update'
import { reloadOnChunkErrors } from './chunk-reload'
import { keepUnansweredForms } from './unanswered-form'

/** Starts the scripts that may wait for hydration. */
export function afterHydration() {
  void loadAllowedScripts()
  addEventListener(pageEvents.finish, loadAllowedScripts)
  foldMenus()
  reviveRestoredPage()
  keepUnansweredForms()
  if (import.meta.env.DEV) return
  reloadOnChunkErrors()
  watchForNewBuild()
}

/** Loads third-party scripts and counts the page, at the start and after every navigation, once they are allowed. */
async function loadAllowedScripts() {
  const scripts = allowedScripts()
  if (!scripts) return
  const { loadThirdPartyScripts } = await import('../preferences/cookie-consent/third-party-scripts')
  loadThirdPartyScripts(scripts)
}

/**
 * Handles a page that the browser restores from the back/forward cache after its form has redirected to another site. The
 * router would wait forever for the end of that redirect. Reloads the page's data with a new idempotency key; typed
 * values stay.
 */
function reviveRestoredPage() {
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && routerState().navigation.state !== 'idle') abandonNavigation()
  })
}
