import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dangerousAddress, wildAddress } from '../../../tests/support/wild-addresses'
import { isCurrent, isFile, linkTarget, telHref } from './link-target'

describe('an address from a menu', () => {
  test.each(['/', '/tariffs', '/about/company?year=2026#team'])(
    '%s leads to a page of this site',
    (address) => {
      expect(linkTarget(address)).toEqual({ kind: 'page', path: address })
    },
  )

  test('keeps Cyrillic paths, encoded as a browser would request them', () => {
    expect(linkTarget('/тарифы')).toEqual({
      kind: 'page',
      path: '/%D1%82%D0%B0%D1%80%D0%B8%D1%84%D1%8B',
    })
  })

  test('%s leads to another site by https', () => {
    expect(linkTarget('https://www.gosuslugi.ru/help')).toEqual({
      kind: 'external',
      url: 'https://www.gosuslugi.ru/help',
    })
  })

  test.each([
    'http://example.ru/',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,hi',
    'vbscript:x',
    'blob:https://example.ru/1',
    'mailto:a@example.ru',
    '//example.ru/',
    '/\\example.ru/',
    '/\t/example.ru/',
    '/.//example.ru/',
    '/about/..//example.ru/',
    '/%2e%2e//example.ru/',
    '\\\\example.ru',
    'https://user:secret@example.ru/',
    'https://site.invalid/about',
    'about',
    '',
    'https://',
    '/about#%',
    '/about#%E0%A4%A',
  ])('%j is rejected', (address) => {
    expect(linkTarget(address)).toBeUndefined()
  })

  test('stays on this site or leads to another by https, whatever the input', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(wildAddress, (address) => {
        const target = linkTarget(address)
        if (!target) return true
        // Resolves the target as a browser on a page of the site would.
        const url = new URL(
          target.kind === 'page' ? target.path : target.url,
          'https://portal.example/some/page',
        )
        const isOurs = url.origin === 'https://portal.example'
        return target.kind === 'page'
          ? isOurs && /^\/(?!\/)/.test(target.path)
          : url.protocol === 'https:' && !url.username && !url.password
      }),
      { numRuns: 100_000 },
    )
  })

  test('rejects javascript, data, blob and vbscript, however they are written', () => {
    fc.assert(
      fc.property(dangerousAddress, (address) => {
        expect(linkTarget(address)).toBeUndefined()
      }),
      { numRuns: 20_000 },
    )
  })
})

test.each([
  '/robots.txt',
  '/company-files/price.pdf',
  '/company-files/%D1%86%D0%B5%D0%BD%D1%8B.pdf',
  '/personal/history.csv?account=1&from=2026-01-01',
  '/personal/invoice.pdf#page=2',
  '/calendar/due.ics',
])('%s is a file', (path) => {
  expect(isFile(path)).toBe(true)
})

test.each([
  '/',
  '/about',
  '/v1.2/tariffs',
  '/personal/history?file=a.csv',
  '/help#bill.pdf',
  '/help?from=/a.pdf#b',
  '/files.d/',
])('%s is a page', (path) => {
  expect(isFile(path)).toBe(false)
})

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

test.each([
  ['+78005553535', 'tel:+78005553535'],
  ['+7\u00a0(843)\u00a0711\u201122\u201144', 'tel:+78437112244'],
  ['104', 'tel:104'],
  ['8 (800) 555-35-35 доб. 2', 'tel:88005553535'],
  ['8 (800) 555-35-35 (доб. 2)', 'tel:88005553535'],
  ['+7 843 711-22-44,,2', 'tel:+78437112244'],
  ['+78437112244;ext=2', 'tel:+78437112244'],
  ['711-22-44/45', 'tel:7112244'],
])('%s is called as %s', (number, href) => {
  expect(telHref(number)).toBe(href)
})

test.each(['', ' ', '-', '2', '*100#', 'спросите в офисе', 'тел. 104', '7+7', '1'.repeat(21)])(
  '%j cannot be called',
  (number) => {
    expect(telHref(number)).toBeNull()
  },
)
