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
    const scripts = page.all('link[rel=modulepreload]')
    expect(scripts.length).toBeGreaterThan(3)
    for (const script of scripts) expect(script.getAttribute('fetchpriority')).toBe('low')
    for (const script of page.all('head script[src], body script[src]'))
      expect(script.getAttribute('async')).not.toBeNull()
  },
)

test('the stylesheet begins with the order of its layers, whichever component comes first', async () => {
  const visitor = portal.visitor()
  const page = await visitor.get('/login')
  const styles = await visitor.get(String(page.all('link[rel=stylesheet]')[0]?.getAttribute('href')))
  expect(styles.html).toMatch(/^@layer reset, ?tokens, ?base, ?ui, ?layout, ?feature;/)
})
