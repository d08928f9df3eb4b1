import { describe, expect, test } from 'vitest'
import '../support/matchers'
import { baseData } from '../support/default-answers'
import { withBaseData } from '../support/with-base-data'

describe('base data', () => {
  test('are on every page: menus, contacts, working hours', async () => {
    await withBaseData(baseData, async (portal) => {
      const page = await portal.visitor().get('/login')
      expect(page.link('О компании')).toBe('/about')
      expect(page.link('Тарифы')).toBe('/tariffs')
      expect(page.link('Реквизиты')).toBe('/about/requisites')
      expect(page.links).toContain('tel:+78001234567')
      expect(page.links).toContain('mailto:help@example.test')
      expect(page.words).toContain('г. Тверь, ул. Советская, д. 1')
      expect(page.words).toContain('Пн–Пт: 9:00–18:00')
      expect(page.words).toMatch(/(открыто|закрыто)/i)
    })
  })

  test('when never loaded, leave every page with the portal’s own links, also an error screen', async () => {
    await withBaseData(null, async (portal) => {
      const page = await portal.visitor().get('/login')
      expect(page.status).toBe(200)
      expect(page.h1).toBe('Вход')
      expect(page.links).toContain('/')
      expect(page.links).toContain('/login')
      expect(page.words).not.toMatch(/undefined|null|NaN/)
      expect((await (await portal.customer()).get('/personal')).h1).toBe('Лицевые счета')
      const missing = await portal.visitor().get('/a//b')
      expect(missing).toBeErrorScreen(404)
      expect(missing.main).toContain('в службу поддержки')
    })
  })

  test('when never loaded, appear on the same pages as soon as the API has them', async () => {
    await withBaseData(null, async (portal, upstream) => {
      const visitor = portal.visitor()
      expect((await visitor.get('/login')).links).not.toContain('/tariffs')
      upstream.on('baseData', { body: baseData })
      const links = async () => (await visitor.get('/login')).links
      await expect.poll(links, { timeout: 10_000, interval: 100 }).toContain('/tariffs')
    })
  })

  test('are requested once, however many pages are opened', async () => {
    await withBaseData(baseData, async (portal, upstream) => {
      await Promise.all(Array.from({ length: 10 }, () => portal.visitor().get('/login')))
      expect(upstream.named('baseData')).toHaveLength(1)
    })
  })

  test('keep only links with a name, to paths of this site and https addresses, in their menus', async () => {
    const dangerous = ['javascript:alert(1)', 'data:text/html,x', '//evil.test', 'about', '/%zz', '']
    const bad = [
      ...dangerous.map((url, at) => ({ title: `Плохая ${at}`, url })),
      { title: ' ', url: '/nameless' },
    ]
    const children = [...bad, { title: 'Хорошая внутри', url: '/good/inside' }]
    const good = [
      { title: 'Хорошая', url: '/good', children },
      { title: 'Другой сайт', url: 'https://other.example.test/a?b#c' },
    ]
    const given = {
      ...baseData,
      topMenu: [...bad, ...good],
      footerMenu: [{ title: '', items: [...bad, ...good] }],
    }
    await withBaseData(given, async (portal) => {
      const page = await portal.visitor().get('/login')
      expect(page.one('nav[aria-label="Разделы"] h2')?.text).toBe('Разделы')
      expect(page.link('Хорошая внутри')).toBe('/good/inside')
      expect(page.links).toContain('https://other.example.test/a?b#c')
      expect(page.words).not.toContain('Плохая')
      expect(page.links).not.toContain('/nameless')
      expect(page.html).not.toContain('alert(1)')
      expect(page.html).not.toContain('evil.test')
    })
  })

  test('lead to their pages without a slash at the end, which knows its item in the menu', async () => {
    const topMenu = [
      { title: 'О компании', url: '/about/' },
      { title: 'Тарифы', url: '/tariffs/?year=2026/#now/' },
      { title: 'Главная', url: '/' },
      { title: 'Другой сайт', url: 'https://other.example.test/a/' },
    ]
    const footerMenu = [{ title: 'Клиентам', items: [{ title: 'Реквизиты', url: '/about/requisites//' }] }]
    await withBaseData({ ...baseData, topMenu, footerMenu }, async (portal) => {
      const page = await portal.visitor().get('/about')
      expect(page.link('О компании')).toBe('/about')
      expect(page.one('a[href="/about"][aria-current="page"]')).not.toBeNull()
      expect(page.link('Тарифы')).toBe('/tariffs?year=2026/#now/')
      expect(page.link('Главная')).toBe('/')
      expect(page.links).toContain('https://other.example.test/a/')
      expect(page.link('Реквизиты')).toBe('/about/requisites')
    })
  })

  test.each(['#', 'javascript:alert(1)'])(
    'keep the pages of a menu group whose own address is %j',
    async (url) => {
      const topMenu = [
        { title: 'Услуги', url, children: [{ title: 'Отопление', url: '/services/heat' }] },
        { title: 'Пустая', url, children: [{ title: 'Ловушка', url: 'data:text/html,x' }] },
        { title: 'Без страниц', url, children: [] },
      ]
      await withBaseData({ ...baseData, topMenu }, async (portal) => {
        const page = await portal.visitor().get('/login')
        expect(page.link('Отопление')).toBe('/services/heat')
        expect(page.all('nav summary').map(({ text }) => text)).toEqual(['Услуги'])
        expect(page.link('Услуги')).toBeUndefined()
        expect(page.words).not.toMatch(/Пустая|Ловушка|Без страниц/)
      })
    },
  )

  test('with markup are shown as text', async () => {
    const markup = '<img src=x onerror=alert(1)></script><script>alert(2)</script>'
    const given = {
      topMenu: [{ title: markup, url: '/a' }],
      footerMenu: [{ title: markup, items: [{ title: markup, url: '/b' }] }],
      contacts: {
        phones: [{ title: markup, number: markup }],
        email: markup,
        address: markup,
        locations: [{ title: markup, address: markup, phone: markup, workingHours: markup }],
      },
      workingHours: [{ days: markup, hours: markup }],
    }
    await withBaseData(given, async (portal) => {
      const page = await portal.visitor().get('/login')
      expect(page.status).toBe(200)
      expect(page.all('img[onerror]')).toEqual([])
      expect(page.html).not.toContain('<script>alert')
      expect(page.link(markup)).toBeDefined()
    })
  })

  test('of an unusual but valid shape break no page', async () => {
    const given = {
      topMenu: [],
      footerMenu: [{ title: 'Пустая', items: [] }],
      contacts: { phones: [], email: '', address: '', locations: null },
      workingHours: [],
    }
    await withBaseData(given, async (portal) => {
      expect((await portal.visitor().get('/login')).h1).toBe('Вход')
      expect(await portal.visitor().get('/a//b')).toBeErrorScreen(404)
    })
  })
})
