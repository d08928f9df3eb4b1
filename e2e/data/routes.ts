import allRoutes from '../../app/routes'
import { absentPatterns } from './absent-features'

/** Patterns of the routes that render a page, such as `/verify-email/:id`. */
export const patterns = patternsOf(allRoutes).filter((pattern) => !absentPatterns.has(pattern))

function patternsOf(routes: typeof allRoutes, parent = ''): string[] {
  return routes.flatMap(({ path = '', file, children }) => {
    if (file.startsWith('routes/resources/')) return []
    const pattern = path === '' ? parent : `${parent}/${path}`.replace(/[/]$/, '')
    return children ? patternsOf(children, pattern) : [pattern || '/']
  })
}
