/**
 * Remix's router outside of React: scripts of the page that no component runs need its state. Read anew at each use; it
 * changes with every navigation.
 */
export const routerState = () => window.__remixRouter.state

/** The build that this page is of, as `builds/latest.json` names it. */
export const buildVersion = () => window.__remixManifest.version

/** The path pattern of a route as `routes.ts` spells it; undefined for a layout. */
export const routePattern = (routeId: string) => window.__remixManifest.routes[routeId]?.path
