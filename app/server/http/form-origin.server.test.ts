import { expect, test } from 'vitest'
import { isOwnForm } from './form-origin.server'

const OWN = 'https://portal.example.test'

const origins = [
  undefined,
  'null',
  OWN,
  'https://evil.test',
  `${OWN}.evil.test`,
  `${OWN}:8443`,
  'http://portal.example.test',
  `${OWN}/`,
]

test.each(origins)('a form that the browser says is ours is taken, with the origin %s', (origin) => {
  expect(isOwnForm({ 'sec-fetch-site': 'same-origin', origin }, OWN)).toBe(true)
  expect(isOwnForm({ 'sec-fetch-site': 'none', origin }, OWN)).toBe(true)
})

test.each(['cross-site', 'same-site', '', 'SAME-ORIGIN', 'same-origin, same-origin', 'same-originx', 'null'])(
  'a form that the browser says comes from %j is refused, whatever its origin',
  (site) => {
    for (const origin of origins) expect(isOwnForm({ 'sec-fetch-site': site, origin }, OWN)).toBe(false)
  },
)

test('a browser that says nothing of the site is judged by the origin alone', () => {
  expect(origins.filter((origin) => isOwnForm({ origin }, OWN))).toEqual([OWN])
})

test('the referer proves nothing', () => {
  expect(isOwnForm({ referer: `${OWN}/login` }, OWN)).toBe(false)
})
