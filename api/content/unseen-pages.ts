import { isPortalRoute } from 'contract/portal-routes'
import { namesIn, pathOf } from './page-names'

/** The files that look like pages and that nobody can ever see, a line with the reason each. */
export const unseenPages = (folder: string): string[] =>
  namesIn(folder)
    .filter(looksLikePage)
    .sort()
    .flatMap((name) => {
      const why = whyUnseen(name)
      return why === null ? [] : [`${name}: ${why}`]
    })

const looksLikePage = (name: string) => {
  const parts = name.split('/')
  // A mounted ConfigMap has its files a second time, in a folder whose name begins with dots.
  const isHidden = parts.some((part) => part.startsWith('.'))
  return !isHidden && parts.at(-1) !== 'README.md' && /\.(html?|md)$/i.test(name)
}

const whyUnseen = (name: string) => {
  const path = pathOf(name)
  if (path === null)
    return 'is no page: names are of lower-case Latin letters, digits and hyphens, and end with .html or .md'
  return isPortalRoute(path) ? `is never shown: ${path} is an address of the portal’s own` : null
}
