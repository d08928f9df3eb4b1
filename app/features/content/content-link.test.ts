import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dangerousAddress, wildAddress } from '../../../tests/support/wild-addresses'
import { contentLink, pictureSource } from './content-link.server'

const publicUrl = new URL('https://portal.example')

describe('a link in a content page', () => {
  it.each([
    ['/tariffs', '/tariffs'],
    ['/help/bill?x=1#sum', '/help/bill?x=1#sum'],
    ['/о-компании', '/%D0%BE-%D0%BA%D0%BE%D0%BC%D0%BF%D0%B0%D0%BD%D0%B8%D0%B8'],
    [' /files/Договор оферты.pdf ', encodeURI('/files/Договор оферты.pdf')],
    ['/a/../b', '/b'],
    ['https://portal.example/about?x#y', '/about?x#y'],
    ['#sum', '#sum'],
    ['?page=2', '?page=2'],
    ['bill', 'bill'],
    ['../tariffs', '../tariffs'],
    ['./a:b', './a:b'],
    ['/tariffs#100%', '/tariffs'],
    ['bill#100%', 'bill'],
    ['#100%25', '#100%25'],
  ])('%s stays on this site', (written, expected) => {
    expect(contentLink(written, publicUrl)).toEqual({ href: expected, external: false })
  })

  it.each([
    ['https://dom.gosuslugi.ru/', 'https://dom.gosuslugi.ru/'],
    ['HTTPS://Example.RU/a b', 'https://example.ru/a%20b'],
    ['http://old.example/x', 'http://old.example/x'],
    ['//cdn.example/x', 'https://cdn.example/x'],
    ['https:example.ru', 'https://example.ru/'],
    ['https://госуслуги.рф/', 'https://xn--c1aapkosapc.xn--p1ai/'],
  ])('%s leads to another site', (written, expected) => {
    expect(contentLink(written, publicUrl)).toEqual({ href: expected, external: true })
  })

  it.each([
    ['mailto:help@portal.example', 'mailto:help@portal.example'],
    ['MAILTO:help@portal.example?subject=%D0%A1', 'mailto:help@portal.example?subject=%D0%A1'],
    ['tel:+7 (495) 000-48-48', 'tel:+74950004848'],
    ['tel:104', 'tel:104'],
  ])('%s is an e-mail or phone link', (written, expected) => {
    expect(contentLink(written, publicUrl)).toEqual({ href: expected, external: false })
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' \u0001javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    'java\u0000script:alert(1)',
    'javascript\u0009:alert(1)',
    '\u00a0javascript:alert(1)',
    '\ufeffjavascript:alert(1)',
    '\u2028javascript:alert(1)',
    'ｊavascript:alert(1)',
    'javascript&colon;alert(1):x',
    'data:text/html,<script>alert(1)</script>',
    'DATA:text/html;base64,PHNjcmlwdD4=',
    'vbscript:msgbox(1)',
    'blob:https://portal.example/1',
    'file:///etc/passwd',
    'ftp://example.ru/',
    'intent://x#Intent;end',
    'view-source:https://example.ru/',
    'x:y',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    'https://user:secret@evil.example/',
    'https://',
    'https:///',
    'tel:*100#',
    'tel:+7,,1',
    'mailto:',
    'mailto:a@b"onclick=x',
    '#100%',
    '#%E0%A4%A',
    '',
    '   ',
  ])('%j is dropped', (written) => {
    expect(contentLink(written, publicUrl)).toBeNull()
  })

  it('has one of four schemes or stays on this site, whatever was written', () => {
    fc.assert(
      fc.property(fc.oneof(wildAddress, dangerousAddress), (written) => {
        const link = contentLink(written, publicUrl)
        fc.pre(link !== null)
        const url = new URL(link.href, 'https://portal.example/help/bill')
        if (link.external) expect(url.protocol).toMatch(/^https?:$/)
        else if (url.protocol === 'https:') expect(url.origin).toBe('https://portal.example')
        else expect(url.protocol).toMatch(/^(mailto|tel):$/)
      }),
      { numRuns: 3000 },
    )
  })
})

describe('a picture in a content page', () => {
  it.each([
    ['/images/plan.png', '/images/plan.png'],
    ['https://portal.example/images/plan.png', '/images/plan.png'],
  ])('%s is shown: it is on this site', (written, path) => {
    expect(pictureSource(written, publicUrl)).toBe(path)
  })

  it.each([
    'https://elsewhere.example/pixel.gif',
    '//elsewhere.example/pixel.gif',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'javascript:alert(1)',
    'plan.png',
    'mailto:a@b.example',
    '#x',
  ])('%s is dropped', (written) => {
    expect(pictureSource(written, publicUrl)).toBeNull()
  })
})
