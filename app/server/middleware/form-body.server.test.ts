import { expect, test } from 'vitest'
import { isOwnForm } from './form-body.server'

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

test.each(origins)(
  'a form with Sec-Fetch-Site same-origin or none is own, whatever its origin %s',
  (origin) => {
    expect(isOwnForm({ 'sec-fetch-site': 'same-origin', origin }, OWN)).toBe(true)
    expect(isOwnForm({ 'sec-fetch-site': 'none', origin }, OWN)).toBe(true)
  },
)

test.each(['cross-site', 'same-site', '', 'SAME-ORIGIN', 'same-origin, same-origin', 'same-originx', 'null'])(
  'a form with Sec-Fetch-Site %j is foreign, whatever its origin',
  (site) => {
    for (const origin of origins) expect(isOwnForm({ 'sec-fetch-site': site, origin }, OWN)).toBe(false)
  },
)

test('a form without Sec-Fetch-Site is judged by its origin', () => {
  expect(origins.filter((origin) => isOwnForm({ origin }, OWN))).toEqual([OWN])
})

test('a referer does not make a form own', () => {
  expect(isOwnForm({ referer: `${OWN}/login` }, OWN)).toBe(false)
})
