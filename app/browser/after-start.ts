import { agreedScripts } from '../features/cookie-consent/agreed-scripts'
import { pageEvents } from '../ui/navigation-focus/page-events'
import { foldMenus } from '../ui/navigation-menu/fold-menus'
import { watchForNewBuild } from './build-update'
import { reloadOnChunkErrors } from './chunk-reload'

/** What runs after hydration, in a chunk that is loaded last. */
export function afterStart() {
  void followAgreement()
  addEventListener(pageEvents.finish, followAgreement)
  foldMenus()
  if (import.meta.env.DEV) return
  reloadOnChunkErrors()
  watchForNewBuild()
}

/** Loads third-party scripts and counts the page, at the start and after every navigation, once the visitor agrees. */
async function followAgreement() {
  const agreed = agreedScripts()
  if (!agreed) return
  const { loadThirdPartyScripts } = await import('../features/cookie-consent/third-party-scripts')
  loadThirdPartyScripts(agreed)
}
