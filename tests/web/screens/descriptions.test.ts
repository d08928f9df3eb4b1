import { expect, test } from 'vitest'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { portalOfThisFile } from '../support/portal'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)

const PUBLIC_PAGES = [
  '/login',
  '/registration',
  '/forgot-password',
  '/pay',
  '/cookie-settings',
  '/accessible-version',
]

const descriptionsOf = async (path: string) =>
  (await portal.visitor().get(path))
    .all('meta[name="description"]')
    .map((meta) => meta.getAttribute('content') ?? '')

test.each(PUBLIC_PAGES)('%s describes itself to search engines in one sentence', async (path) => {
  const [description, ...more] = await descriptionsOf(path)
  expect(more).toEqual([])
  expect(description).toMatch(/^[А-ЯЁ].{40,150}\.$/)
})

test('no two public pages have the same description', async () => {
  const all = (await Promise.all(PUBLIC_PAGES.map(descriptionsOf))).flat()
  expect(new Set(all).size).toBe(PUBLIC_PAGES.length)
})
