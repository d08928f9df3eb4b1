import { expect, test } from 'vitest'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { portalOfThisFile } from '../support/portal'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)

test.each(['/login', '/about', '/pay'])(
  '%s waits for one stylesheet and no script before it is drawn',
  async (path) => {
    const page = await portal.visitor().get(path)
    expect(page.all('link[rel=stylesheet]')).toHaveLength(1)
    expect(page.all('link[rel=preload][as=font]')).toHaveLength(2)
    const preloads = page.all('link[rel=modulepreload]')
    expect(preloads.length).toBeGreaterThan(3)
    for (const preload of preloads) expect(preload.getAttribute('media')).toBe('not all')
    expect(page.all('script[src], script[type=module]')).toHaveLength(0)
    expect(page.all('script[data-page-module]')).toHaveLength(1)
    // It starts them, so it has to come after them.
    expect(page.all('script').at(-1)?.textContent).toContain('data-page-module')
  },
)
