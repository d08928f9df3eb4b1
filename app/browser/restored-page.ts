import { abandonNavigation, routerState } from '../framework/browser-router'

/**
 * A page that was left for another site while its form was being sent, and that the browser restores from its
 * back/forward cache, would wait for ever: the router knows no end of such a redirect. Loads the page's data anew, with
 * a new idempotency key; what was typed stays.
 */
export function reviveRestoredPage() {
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && routerState().navigation.state !== 'idle') abandonNavigation()
  })
}
