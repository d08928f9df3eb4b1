import { describe, expect, it } from 'vitest'
import { movedPage } from './load-page.server'

const publicUrl = new URL('https://portal.example')
const moved = (path: string, url: string, status: 301 | 302 | 307 | 308 = 301) =>
  movedPage(path, { url, status }, publicUrl)

describe('a redirect to a moved page', () => {
  it.each([301, 302, 307, 308] as const)('has the product API’s status: %i', (status) => {
    const answer = moved('/tarify', '/tariffs', status)
    expect(answer?.status).toBe(status)
    expect(answer?.headers.get('Location')).toBe('/tariffs')
    expect(answer?.headers.has('X-Remix-Reload-Document')).toBe(false)
  })

  it.each([
    ['/help?x=1#bill', '/help?x=1#bill'],
    ['/help?x=1#100%', '/help?x=1'],
    ['/help/', '/help'],
    ['/help//?x=/', '/help?x=/'],
    ['/', '/'],
    ['/о-компании', '/%D0%BE-%D0%BA%D0%BE%D0%BC%D0%BF%D0%B0%D0%BD%D0%B8%D0%B8'],
    ['https://portal.example/help/', '/help'],
    ['/login', '/login'],
  ])('to %s leads to %s', (url, location) => {
    expect(moved('/old', url)?.headers.get('Location')).toBe(location)
  })

  it.each(['https://dom.gosuslugi.ru/', 'http://plain.example/a?b#c'])(
    'to another site, %s, is a full page load',
    (url) => {
      const answer = moved('/gis', url, 302)
      expect(answer?.status).toBe(302)
      expect(answer?.headers.get('Location')).toBe(url)
      expect(answer?.headers.get('X-Remix-Reload-Document')).toBe('true')
    },
  )

  it.each(['/robots.txt', '/company-files/price.pdf?v=2', 'https://portal.example/company-files/price.pdf'])(
    'to a file of this site, %s, is a full page load',
    (url) => {
      const answer = moved('/price', url, 302)
      expect(answer?.status).toBe(302)
      expect(answer?.headers.get('Location')).toBe(url.replace('https://portal.example', ''))
      expect(answer?.headers.get('X-Remix-Reload-Document')).toBe('true')
    },
  )

  it.each([
    ['/help', '/help'],
    ['/help', '/help/'],
    ['/help', '/help?x=1'],
    ['/help', '/help#a'],
    ['/help', '/x/../help'],
    ['/help', '/%68elp'],
    ['/help', 'https://portal.example/help'],
    ['/', '/'],
    ['/', '/?x=1'],
    ['/о-компании', '/%d0%be-компании'],
  ])('from %s to %s is not followed: it is the same page', (path, url) => {
    expect(moved(path, url)).toBeNull()
  })

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript%3Aalert(1)',
    'data:text/html,1',
    'DATA:text/html,1',
    'blob:https://portal.example/1',
    'vbscript:1',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'https:evil.example',
    'https://user@evil.example/',
    'https://',
    'help',
    '?x',
    '#x',
    '/%zz',
    'https://portal.example/%E0%A4%A',
  ])('is not followed to %j', (url) => {
    expect(moved('/old', url)).toBeNull()
  })
})
