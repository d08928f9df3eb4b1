import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { printFigure, times } from '../../../tests/support/long-run'
import { contentPath, mayBeContent } from './content-path'

const PATHS = times(2_000, 50_000)

const segment = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 20 })
  .filter((text) => !/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}/\\]|%[0-9a-f]{2}/iu.test(text) && !/^\.{1,2}$/.test(text))
const ownTrees = ['assets', 'builds', 'personal']
const address = (segments: string[]) => `/${segments.map(encodeURIComponent).join('/')}`
const somewhereIn = (bad: fc.Arbitrary<string>) =>
  fc
    .tuple(fc.array(segment, { minLength: 1, maxLength: 4 }), bad, fc.array(segment, { maxLength: 4 }))
    .map(
      ([before, middle, after]) =>
        `/${[...before.map(encodeURIComponent), middle, ...after.map(encodeURIComponent)].join('/')}`,
    )

describe('the path of a content page', () => {
  it('is the main page for the root', () => {
    expect(contentPath('/')).toBe('/')
  })

  it.each([
    ['/about', '/about'],
    ['/help/bill/2026', '/help/bill/2026'],
    ['/%D0%BE-%D0%BA%D0%BE%D0%BC%D0%BF%D0%B0%D0%BD%D0%B8%D0%B8', '/о-компании'],
    ['/%D1%82%D0%B0%D1%80%D0%B8%D1%84%D1%8B%202026', '/тарифы 2026'],
    ['/a%3Fb%23c', '/a?b#c'],
    ['/100%25', '/100%'],
    ['/personally', '/personally'],
    ['/api-docs', '/api-docs'],
    ['/help/personal', '/help/personal'],
    ['/.well-known/security.txt', '/.well-known/security.txt'],
    ['/...', '/...'],
  ])('%s is requested as %s', (pathname, path) => {
    expect(contentPath(pathname)).toBe(path)
  })

  it.each([
    '/personal/unknown',
    '/PERSONAL/unknown',
    '/%70ersonal/unknown',
    '/personal',
    '/assets/gone.js',
    '/builds/meta/x.json',
  ])('%s is never a content page', (pathname) => {
    expect(contentPath(pathname)).toBeNull()
    expect(mayBeContent(pathname, { embeddedApi: false })).toBe(false)
  })

  it.each(['/api-gateway/page', '/API/v1/users', '/%77ebhooks/bank', '/health/unknown', '/imports/payments'])(
    '%s is one only before a remote product API',
    (pathname) => {
      expect(mayBeContent(pathname, { embeddedApi: false })).toBe(true)
      expect(mayBeContent(pathname, { embeddedApi: true })).toBe(false)
    },
  )

  it.each([
    ['an empty segment', '//evil.example'],
    ['an empty segment within', '/a//b'],
    ['a trailing slash', '/a/'],
    ['a dot', '/a/./b'],
    ['two dots', '/a/../personal'],
    ['encoded dots', '/a/%2e%2e/b'],
    ['half-encoded dots', '/.%2E/b'],
    ['dots encoded twice', '/%252e%252e/b'],
    ['an encoded slash', '/a%2Fb'],
    ['an encoded slash and dots', '/..%2f..%2fetc/passwd'],
    ['a slash encoded twice', '/a%252fb'],
    ['a backslash', '/a\\b'],
    ['an encoded backslash', '/a%5C..%5Cb'],
    ['a NUL', '/a%00.html'],
    ['a NUL encoded twice', '/a%2500'],
    ['a line break', '/a%0D%0Ab'],
    ['a tab', '/%09/evil.example'],
    ['a C1 control', '/a%C2%85b'],
    ['a line separator', '/a%E2%80%A8b'],
    ['no path at all', ''],
    ['a relative path', 'about'],
    ['a broken escape', '/100%'],
    ['an escape that is not UTF-8', '/%FF%FE'],
    ['an overlong slash', '/%C0%AF'],
    ['a half pair', '/%ED%A0%80'],
  ])('%s is rejected', (_, pathname) => {
    expect(contentPath(pathname)).toBeNull()
  })

  it('may have any depth', () => {
    const deep = Array.from({ length: 500 }, () => 'a')
    expect(contentPath(address(deep))).toBe(`/${deep.join('/')}`)
  })

  it('has 2048 characters at most', () => {
    expect(contentPath(`/${'a'.repeat(2047)}`)).not.toBeNull()
    expect(contentPath(`/${'a'.repeat(2048)}`)).toBeNull()
  })

  it('decodes to what was encoded', () => {
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 6 }), (segments) => {
        fc.pre(!ownTrees.includes(segments[0]?.toLowerCase() ?? ''))
        expect(contentPath(address(segments))).toBe(`/${segments.join('/')}`)
      }),
    )
  })

  it('contains nothing that could mean another path, however it was written', { timeout: 60_000 }, () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '.',
        '..',
        '%2e',
        '%2E.',
        '%252e',
        '%2f',
        '%5c',
        '\\',
        '/',
        '//',
        '%00',
        '%09',
        '@',
        ':',
        '',
      ),
      fc.string({ maxLength: 6 }),
      fc.string({ maxLength: 6 }).map(encodeURIComponent),
      fc.constantFrom(...ownTrees),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const path = contentPath(`/${pieces.join('')}`)
        fc.pre(path !== null)
        const url = new URL(`https://upstream.example${encodeURI(path).replace(/[?#]/g, encodeURIComponent)}`)
        expect(url.origin).toBe('https://upstream.example')
        expect(decodeURIComponent(url.pathname)).toBe(path)
        expect(ownTrees).not.toContain(path.split('/')[1]?.toLowerCase())
      }),
      { numRuns: PATHS },
    )
    printFigure(11, `${PATHS} paths of content: 0 escapes`)
  })

  it('is rejected when one segment is invalid, wherever it is', () => {
    const bad = fc.constantFrom(
      '',
      '.',
      '..',
      '%2E%2e',
      'a%2Fb',
      'a%5cb',
      'a\\b',
      '%00',
      'a%0a',
      '%',
      '%E0%A4%A',
      '%252F',
    )
    fc.assert(
      fc.property(somewhereIn(bad), (pathname) => {
        expect(contentPath(pathname)).toBeNull()
      }),
    )
  })
})
