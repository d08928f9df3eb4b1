import { expect, test } from 'vitest'
import { isCurrent } from './is-current'

test('a link to the page that is shown is current, whatever its query and hash', () => {
  expect(isCurrent('/about', '/about')).toBe(true)
  expect(isCurrent('/about?from=menu#people', '/about')).toBe(true)
  expect(isCurrent('/', '/')).toBe(true)
})

test('a link to another page is not, one above the page only when asked', () => {
  expect(isCurrent('/about', '/about/people')).toBe(false)
  expect(isCurrent('/about', '/about/people', { andUnder: true })).toBe(true)
  expect(isCurrent('/about', '/about-us', { andUnder: true })).toBe(false)
  expect(isCurrent('/', '/about')).toBe(false)
})
