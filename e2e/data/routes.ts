import allRoutes from '../../app/routes'

/** Patterns of the routes that render a page, such as `/verify-email/:id`. */
export const patterns = patternsOf(allRoutes)

function patternsOf(routes: typeof allRoutes, parent = ''): string[] {
  return routes.flatMap(({ path = '', file, children }) => {
    if (file.startsWith('routes/resources/')) return []
    const pattern = path === '' ? parent : `${parent}/${path}`.replace(/[/]$/, '')
    return children ? patternsOf(children, pattern) : [pattern || '/']
  })
}
