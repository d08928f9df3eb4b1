/** The current state of Remix's router, for scripts outside of React components. */
export const routerState = () => window.__remixRouter.state

/** The loaders' data that came with the document, whatever the router has loaded since. */
export const documentData = () => window.__remixContext.state.loaderData

/** Replaces the router's navigation with one to the current page. The history entry stays the same. */
export function abandonNavigation() {
  const { pathname, search, hash } = routerState().location
  void window.__remixRouter.navigate({ pathname, search, hash }, { replace: true, preventScrollReset: true })
}

/** Calls `onBegin` once, when the next navigation begins. Page events may still be about the last navigation. */
export function onNextNavigation(onBegin: () => void) {
  const stop = window.__remixRouter.subscribe(({ navigation }) => {
    if (navigation.state === 'idle') return
    stop()
    onBegin()
  })
}

/** The id of the build that this page belongs to, see `builds/latest.json`. */
export const buildVersion = () => window.__remixManifest.version

/** The path pattern of a route in `routes.ts`; undefined for a layout. */
export const routePattern = (routeId: string) => window.__remixManifest.routes[routeId]?.path
