import { allowedScripts } from '../features/cookie-consent/allowed-scripts'
import { pageEvents } from '../ui/navigation-focus/page-events'
import { foldMenus } from '../ui/navigation-menu/fold-menus'
import { watchForNewBuild } from './build-update'
import { reloadOnChunkErrors } from './chunk-reload'
import { reviveRestoredPage } from './restored-page'
import { keepUnansweredForms } from './unanswered-form'

/** Starts what only has to run after hydration. */
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
  const { loadThirdPartyScripts } = await import('../features/cookie-consent/third-party-scripts')
  loadThirdPartyScripts(scripts)
}
