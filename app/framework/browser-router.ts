/** The current state of Remix's router, for scripts outside of React components. */
export const routerState = () => window.__remixRouter.state

/** The id of the build that this page belongs to, see `builds/latest.json`. */
export const buildVersion = () => window.__remixManifest.version

/** The path pattern of a route in `routes.ts`; undefined for a layout. */
export const routePattern = (routeId: string) => window.__remixManifest.routes[routeId]?.path
