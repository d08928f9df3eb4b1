import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, test } from 'vitest'
import '../support/matchers'
import { baseData } from '../support/default-answers'
import { withBaseData } from '../support/with-base-data'

const withCompany = (company: object | null | undefined) => ({ ...baseData, company })

const directive = (policy: string, name: string) =>
  policy.split(';').find((part) => part.trim().startsWith(name)) ?? ''

describe('the company of the base data', () => {
  test('gives the title and the header its name, and the header its logo and colour', async () => {
    const company = { name: 'Водоканал «Исток»', logo: 'https://static.example/logo.svg', accent: '#7a1f5c' }
    await withBaseData(withCompany(company), async (portal) => {
      for (const visitor of [portal.visitor(), await portal.customer()]) {
        const page = await visitor.get('/contacts')
        expect(page.one('header')?.text).toContain('Водоканал «Исток»')
        expect(page.title).toMatch(/ — Водоканал «Исток»$/)
        const logo = page.one('header img')
        expect([logo?.getAttribute('src'), logo?.getAttribute('alt')]).toEqual([company.logo, ''])
        const style = page.one('style')
        expect(style?.text).toContain('--accent:#7a1f5c')
        const policy = String(page.headers['content-security-policy'])
        expect(directive(policy, 'img-src')).toContain('https://static.example')
        expect(directive(policy, 'style-src')).toBe(
          `style-src 'self' 'nonce-${style?.getAttribute('nonce')}'`,
        )
      }
    })
  })

  test('has its name as it is in the title, and without loose words of one letter on the page', async () => {
    await withBaseData(withCompany({ name: 'ТСЖ «Дом у озера»' }), async (portal) => {
      const page = await portal.visitor().get('/contacts')
      expect(page.title).toMatch(/ — ТСЖ «Дом у озера»$/)
      for (const frame of ['header', 'footer'])
        expect(page.one(frame)?.text).toContain('ТСЖ «Дом у\u00a0озера»')
    })
  })

  test('signs what customers download: the PDF of an invoice and the calendar', async () => {
    await withBaseData(withCompany({ name: 'Водоканал «Исток»' }), async (portal) => {
      const pdf = await (await portal.customer()).get('/personal/invoice.pdf')
      const document = await getDocument({ data: new Uint8Array(pdf.body), verbosity: 0 }).promise
      const name = 'Водоканал «Исток»'
      expect((await document.getMetadata()).info).toMatchObject({
        Author: name,
        Creator: name,
        Producer: name,
      })
      const calendar = await portal.visitor().get('/calendar/kalendar-0123456789-abcdefghij.ics')
      expect(String(calendar.body)).toContain('NAME:Водоканал «Исток»: показания и оплата')
    })
  })

  test('has no colour in the accessible version', async () => {
    await withBaseData(withCompany({ name: 'Исток', accent: '#7a1f5c' }), async (portal) => {
      const visitor = portal.visitor()
      await visitor.press(await visitor.get('/contacts'), 'Версия для слабовидящих')
      expect((await visitor.get('/contacts')).one('style')).toBeNull()
    })
  })

  test.each([
    ['only a name', { name: 'Исток' }],
    ['nulls', { name: 'Исток', logo: null, accent: null }],
    [
      'a pale colour and an unsafe logo',
      { name: 'Исток', logo: 'http://static.example/l.png', accent: '#ffd400' },
    ],
    ['markup for a colour', { name: 'Исток', logo: 'javascript:alert(1)', accent: '#000}</style>' }],
  ])('keeps the portal’s mark and colours where it has %s', async (_, company) => {
    await withBaseData(withCompany(company), async (portal) => {
      const page = await portal.visitor().get('/contacts')
      expect(page.one('header')?.text).toContain('Исток')
      expect(page.all('header img')).toEqual([])
      expect(page.one('style')).toBeNull()
      const policy = String(page.headers['content-security-policy'])
      expect([directive(policy, 'img-src'), directive(policy, 'style-src')]).toEqual([
        "img-src 'self' data:",
        "style-src 'self'",
      ])
    })
  })

  test.each([undefined, null])('is the site’s title where it is %s', async (company) => {
    await withBaseData(withCompany(company), async (portal) => {
      const page = await portal.visitor().get('/contacts')
      expect(page.one('header')?.text).toContain('My New Project')
      expect(page.title).toMatch(/ — My New Project$/)
    })
  })
})
