import { describe, expect, it } from 'vitest'
import { mayBeContent } from '~/features/content/content-path'
import routes from '~/routes'
import { isPortalRoute } from './portal-routes'

interface Entry {
  path?: string
  children?: Entry[]
}

/** The paths of the portal's pages: an entry without a path, as a layout, is at its parent's. */
const pathsOf = (entries: Entry[], parent = ''): string[] =>
  entries.flatMap(({ path, children }) => {
    const own = path === undefined || path === '/' ? parent : `${parent}/${path}`
    return children ? pathsOf(children, own) : [own]
  })

describe('the addresses that the content can not have', () => {
  const paths = pathsOf(routes).filter((path) => path !== '' && path !== '/*')

  it.each(paths)('have %s', (path) => {
    const address = path.replace(/:\w+/g, '9f3c2a7e')
    expect(isPortalRoute(address)).toBe(true)
    expect(isPortalRoute(address.toUpperCase())).toBe(true)
  })

  it.each(['api', 'api-gateway', 'assets', 'builds', 'health', 'imports', 'personal', 'webhooks'])(
    'have all below /%s',
    (tree) => {
      expect(mayBeContent(`/${tree}/some/page`, { embeddedApi: true })).toBe(false)
      expect(isPortalRoute(`/${tree}/some/page`)).toBe(true)
      expect(isPortalRoute(`/${tree}`)).toBe(true)
    },
  )

  it.each([
    '/',
    '/about',
    '/login-help',
    '/help/login',
    '/login/help',
    '/pay/about',
    '/personally',
    '/verify-email',
  ])('have not %s', (path) => {
    expect(isPortalRoute(path)).toBe(false)
  })
})
