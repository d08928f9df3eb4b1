import { agreedNow } from '../features/cookie-consent/agreed-scripts'
import { pageEvents } from '../ui/navigation-focus/page-events'
import { foldMenus } from '../ui/navigation-menu/fold-menus'
import { watchForNewBuild } from './build-update'
import { reloadOnChunkErrors } from './chunk-reload'

/** What a page does once it has come alive, loaded after everything that it is drawn with. */
export function afterStart() {
  void followAgreement()
  addEventListener(pageEvents.finish, followAgreement)
  foldMenus()
  if (import.meta.env.DEV) return
  reloadOnChunkErrors()
  watchForNewBuild()
}

/** The counter and the badge: at the start and after every page, from the moment that the visitor agrees. */
async function followAgreement() {
  const agreed = agreedNow()
  if (!agreed) return
  const { loadAgreed } = await import('../features/cookie-consent/third-party-scripts')
  loadAgreed(agreed)
}
