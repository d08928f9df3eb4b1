import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { publicAddress, seeOther, sitePath } from './redirects.server'

const site = new URL('https://portal.example.test')

/** The URL that a browser would open from any page of the site. */
const landing = (target: string) => new URL(target, 'https://portal.example.test/some/page?x=1')

const piece = fc.oneof(
  fc.constantFrom(
    ...['/', '//', '\\', '/\\', '\\/', '.', '..', '/./', '/../', '@', ':', '?', '#', '&', '=', ';', '%', '*'],
    ...[
      '%2f',
      '%2F',
      '%5c',
      '%2e',
      '%2e%2e',
      '%00',
      '%09',
      '%0a',
      '%0d%0a',
      '%252f',
      '%E0%A4%A',
      '%40',
      '%3a',
    ],
    ...['\t', '\n', '\r', '\0', ' ', '\u00a0', '\u2028', '\u3000', '\ufeff', '\u200b', '\u007f', '\u0085'],
    ...[
      'http:',
      'https:',
      'https://',
      'HtTpS://',
      'ftp://',
      'file:///',
      'javascript:',
      'data:',
      'blob:',
      'vbscript:',
    ],
    ...[
      'evil.test',
      'portal.example.test',
      'portal.example.test@',
      'user:pass@',
      ':443',
      ':8443',
      '[::1]',
      '127.0.0.1',
    ],
    ...['／', '＼', '．', '。', '℀', 'ß', 'xn--', 'пример.рф', 'personal', 'a', '1'],
  ),
  fc.string({ maxLength: 4, unit: 'binary' }),
  fc.webPath(),
  fc.webUrl(),
)
const target = fc.oneof(
  { weight: 6, arbitrary: fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')) },
  { weight: 3, arbitrary: fc.array(piece, { maxLength: 8 }).map((pieces) => `/${pieces.join('')}`) },
  { weight: 2, arbitrary: fc.array(piece, { maxLength: 5 }).map((pieces) => site.origin + pieces.join('')) },
  { weight: 1, arbitrary: fc.string({ maxLength: 30, unit: 'binary' }) },
)

describe('a path of this site', () => {
  test('never leaves the site, whatever the target', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(target, (wanted) => {
        const path = sitePath(wanted, site)
        return path === null || (landing(path).origin === site.origin && /^\/(?!\/)[!-[\]-~]*$/.test(path))
      }),
      { numRuns: 100_000 },
    )
  })

  test('is unchanged when it is checked again', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(target, (wanted) => {
        const path = sitePath(wanted, site)
        if (path !== null) expect(sitePath(path, site)).toBe(path)
      }),
      { numRuns: 10_000 },
    )
  })

  test.each([
    ['/', '/'],
    ['/personal', '/personal'],
    ['/personal?account=1&x=%2F', '/personal?account=1&x=%2F'],
    ['/about#top', '/about#top'],
    ['/путь?имя=ё', '/%D0%BF%D1%83%D1%82%D1%8C?%D0%B8%D0%BC%D1%8F=%D1%91'],
    ['/a/../b', '/b'],
    ['/login?redirectTo=//evil.test', '/login?redirectTo=//evil.test'],
    ['/a//b', '/a//b'],
    ['/@evil.test', '/@evil.test'],
    ['/:80', '/:80'],
    ['/javascript:alert(1)', '/javascript:alert(1)'],
    ['/about#%', '/about'],
    ['/about?x=1#%E0%A4%A', '/about?x=1'],
    ['/about#100%25', '/about#100%25'],
  ])('is %s for %s', (wanted, path) => {
    expect(sitePath(wanted, site)).toBe(path)
  })

  test.each([
    '//evil.test',
    '///evil.test',
    '/\\evil.test',
    '/\t/evil.test',
    '\t//evil.test',
    '/\n/evil.test',
    '/.//evil.test',
    '/a/..//evil.test',
    '/%2e%2e//evil.test',
    'personal',
    '',
    '?a=1',
    '#a',
    '/personal/profile.data',
    'https://portal.example.test/personal',
    'https://evil.test/',
    'javascript:alert(1)',
    ' /personal',
    '/personal ',
    '/per\0sonal',
    '/%zz',
    '/about/%E0%A4%A?x=1',
    '/%5c[',
    null,
    undefined,
  ])('is null for %j', (wanted) => {
    expect(sitePath(wanted, site)).toBeNull()
  })
})

describe('an address from the product API', () => {
  test('is a path of this site or an https address, whatever the API sends', {
    timeout: 60_000,
  }, () => {
    fc.assert(
      fc.property(target, (wanted) => {
        const address = publicAddress(wanted, site)
        if (address === null) return true
        const url = landing(address.kind === 'site' ? address.path : address.url)
        const isOurs = url.origin === site.origin
        return (
          url.protocol === 'https:' && isOurs === (address.kind === 'site') && !url.username && !url.password
        )
      }),
      { numRuns: 100_000 },
    )
  })

  test.each([
    ['/about', { kind: 'site', path: '/about' }],
    ['https://portal.example.test/about?x#y', { kind: 'site', path: '/about?x#y' }],
    ['HTTPS://Portal.Example.Test/about', { kind: 'site', path: '/about' }],
    ['https://gosuslugi.example.test/a', { kind: 'external', url: 'https://gosuslugi.example.test/a' }],
    ['https://пример.рф/', { kind: 'external', url: 'https://xn--e1afmkfd.xn--p1ai/' }],
  ])('of %s is classified correctly', (wanted, address) => {
    expect(publicAddress(wanted, site)).toEqual(address)
  })

  test('over plain http is allowed only for this site, or where it is asked for', () => {
    const plainSite = new URL('http://localhost:3000')
    expect(publicAddress('http://localhost:3000/about', plainSite)).toEqual({ kind: 'site', path: '/about' })
    expect(publicAddress('http://localhost:3001/about', plainSite)).toBeNull()
    expect(publicAddress('http://other.test/', site, ['https:', 'http:'])).toEqual({
      kind: 'external',
      url: 'http://other.test/',
    })
  })

  test.each(['javascript', 'data', 'blob', 'vbscript', 'file', 'ftp', 'ws', 'tel', 'mailto', 'http'])(
    'never has the scheme %s, however it is written',
    (scheme) => {
      const spelled = [scheme, scheme.toUpperCase(), scheme.replace(/^./, (first) => first.toUpperCase())]
      const rests = [
        ':alert(1)',
        '://portal.example.test/%0aalert(1)',
        ':/about',
        ':https://portal.example.test/',
      ]
      const before = ['', ' ', '\t', '\n', '\r\n', '\0', '\u0001', '\u00a0', '%20', '%09', '//', '/\\']
      for (const name of spelled)
        for (const rest of rests)
          for (const space of before) {
            const split = `${space}${name.slice(0, 2)}\t${name.slice(2)}${rest}`
            expect(publicAddress(`${space}${name}${rest}`, site)).toBeNull()
            expect(publicAddress(split, site)).toBeNull()
            expect(publicAddress(encodeURIComponent(name + rest), site)).toBeNull()
          }
    },
  )

  test.each([
    'https://user:pass@evil.test/',
    'https://portal.example.test@evil.test/',
    'https://',
    '//evil.test',
    'https://portal.example.test//evil.test',
    'https://ev\til.test/',
    'https://evil.test\\@portal.example.test/',
    'https://evil.test/a b',
  ])('is null for %s', (wanted) => {
    expect(publicAddress(wanted, site)).toBeNull()
  })
})

test('a successful form is answered with 303', () => {
  const answer = seeOther('/personal')
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe('/personal')
})
