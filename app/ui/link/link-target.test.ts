import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dangerousAddress, wildAddress } from '../../../tests/support/wild-addresses'
import { linkTarget } from './link-target'

describe('an address from a menu', () => {
  it.each(['/', '/tariffs', '/about/company?year=2026#team'])(
    '%s leads to a page of this site',
    (address) => {
      expect(linkTarget(address)).toEqual({ kind: 'page', path: address })
    },
  )

  it('keeps Cyrillic paths, encoded as a browser would request them', () => {
    expect(linkTarget('/тарифы')).toEqual({
      kind: 'page',
      path: '/%D1%82%D0%B0%D1%80%D0%B8%D1%84%D1%8B',
    })
  })

  it('%s leads to another site by https', () => {
    expect(linkTarget('https://www.gosuslugi.ru/help')).toEqual({
      kind: 'external',
      url: 'https://www.gosuslugi.ru/help',
    })
  })

  it.each([
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

  it('stays on this site or leads to another by https, whatever the input', { timeout: 60_000 }, () => {
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

  it('rejects javascript, data, blob and vbscript, however they are written', () => {
    fc.assert(
      fc.property(dangerousAddress, (address) => {
        expect(linkTarget(address)).toBeUndefined()
      }),
      { numRuns: 20_000 },
    )
  })
})
