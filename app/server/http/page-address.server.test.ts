import { expect, test } from 'vitest'
import { straightPath } from './page-address.server'

test.each([
  ['/about', '/about'],
  ['/about/', '/about'],
  ['/about//', '/about'],
  ['/about///team/', '/about/team'],
  ['/about/?year=2026/#now/', '/about?year=2026/#now/'],
  ['/about/#a//b/?', '/about#a//b/?'],
  ['/about?back=//x/', '/about?back=//x/'],
  ['/', '/'],
  ['/?sent', '/?sent'],
  ['/#top', '/#top'],
])('the path %s is straightened to %s', (path, straight) => {
  expect(straightPath(path)).toBe(straight)
})
