import fc from 'fast-check'
import { parse } from 'node-html-parser'
import { describe, expect, it } from 'vitest'
import { drawInRouter } from '../../tests/support/draw-in-router'
import { dangerousAddress, wildAddress } from '../../tests/support/wild-addresses'
import { plain } from '../../tests/web/support/page'
import { Frame, type FrameProps } from './frame'

const base = {
  topMenu: [
    {
      title: 'Жителям',
      url: '/residents',
      children: [
        { title: 'Тарифы', url: '/tariffs', children: [{ title: 'Вода', url: '/tariffs/water' }] },
        { title: 'Госуслуги', url: 'https://www.gosuslugi.ru/' },
      ],
    },
    { title: 'Ловушка', url: 'javascript:alert(1)' },
  ],
  footerMenu: [
    { title: 'Документы', items: [{ title: 'Оферта', url: '/offer' }] },
    { title: 'Пусто', items: [{ title: 'Ловушка', url: 'data:text/html,1' }] },
  ],
  contacts: {
    phones: [{ title: 'Справочная', number: '+78005553535' }],
    email: 'help@example.ru',
    address: 'г. Зеленодольск',
    locations: [
      {
        title: 'Офис',
        address: 'ул. Ленина, д. 41',
        phone: '+78437112244',
        workingHours: 'Пн–Пт 9:00–18:00',
      },
      { title: 'Касса', address: 'ул. Мира, д. 2', workingHours: [{ days: 'Сб', hours: '9:00–14:00' }] },
    ],
  },
  workingHours: [{ days: 'Пн–Пт', hours: '9:00–18:00' }],
}

function draw(props: Partial<FrameProps>) {
  return drawInRouter(
    <Frame siteTitle="Расчётный центр" {...props}>
      <h1>Страница</h1>
    </Frame>,
  )
}

function addresses(html: string) {
  return [...html.matchAll(/ href="([^"]*)"/g)].map(([, address]) => address)
}

describe('the frame of a page', () => {
  it('begins with the skip link to the main part', async () => {
    const html = await draw({ base })
    expect(addresses(html)[0]).toBe('#main')
    expect(html).toMatch(/<main [^>]*id="main"/)
  })

  it('links guests to the payment without sign-in, and customers to the payment from their accounts', async () => {
    const guest = addresses(await draw({ base, payLink: true }))
    const customer = addresses(await draw({ base, payLink: true, user: { name: 'Анна' } }))
    expect([guest.includes('/pay'), guest.includes('/personal/pay')]).toEqual([true, false])
    expect([customer.includes('/pay'), customer.includes('/personal/pay')]).toEqual([false, true])
  })

  it('links guests to login and registration, and shows no logout', async () => {
    const html = await draw({ base })
    expect(addresses(html)).toEqual(expect.arrayContaining(['/', '/login', '/registration']))
    expect(html).not.toContain('action="/logout"')
  })

  it('links customers to their accounts by name, and has a logout form', async () => {
    const html = await draw({ base, user: { name: 'Мария Иванова' } })
    expect(html).toMatch(/href="\/personal"[^>]*>.*?Мария Иванова/)
    expect(html).toMatch(/<form method="post" action="\/logout"/)
    expect(addresses(html)).not.toContain('/registration')
  })

  it('renders menus of any depth, marks links to other sites, and drops unsafe schemes', async () => {
    const html = await draw({ base })
    expect(addresses(html)).toEqual(
      expect.arrayContaining([
        '/residents',
        '/tariffs',
        '/tariffs/water',
        'https://www.gosuslugi.ru/',
        '/offer',
      ]),
    )
    expect(html).toMatch(/gosuslugi\.ru\/" rel="noopener">Госуслуги.*?\(другой сайт\)/)
    expect(html).not.toMatch(/javascript:|data:text|Ловушка|Пусто/)
  })

  it('shows contacts and working hours', async () => {
    const html = await draw({ base, openNow: { open: true, text: 'Сейчас открыто до 18:00' } })
    expect(addresses(html)).toEqual(
      expect.arrayContaining(['tel:+78005553535', 'mailto:help@example.ru', 'tel:+78437112244']),
    )
    for (const words of [
      'Сейчас открыто до 18:00',
      'Пн–Пт: 9:00–18:00',
      'ул. Ленина, д. 41',
      'Сб: 9:00–14:00',
    ]) {
      expect(html).toContain(words)
    }
  })

  it('calls no more of a telephone than its number, and links none that cannot be called', async () => {
    const withNumber = (number: string) => ({
      ...base,
      contacts: {
        ...base.contacts,
        phones: [{ title: 'Справочная', number }],
        locations: base.contacts.locations.map((place) => ({ ...place, phone: number })),
      },
    })
    const calls = async (number: string) =>
      addresses(await draw({ base: withNumber(number) })).filter((address) => address?.startsWith('tel:'))
    expect(new Set(await calls('8 (800) 555-35-35 доб. 2'))).toEqual(new Set(['tel:88005553535']))
    expect(await calls('спросите в офисе')).toEqual([])
    expect(await draw({ base: withNumber('спросите в офисе') })).toContain('спросите в офисе')
  })

  it('leaves out a telephone without a number', async () => {
    const phones = [
      { title: 'Без номера', number: ' ' },
      { title: 'Справочная', number: '+78005553535' },
    ]
    const page = parse(await draw({ base: { ...base, contacts: { ...base.contacts, phones } } }))
    expect(plain(page.querySelector('header')?.textContent ?? '')).toContain('+7 800 555-35-35')
    expect(page.textContent).not.toContain('Без номера')
  })

  it('shows no heading of contacts where the company names none', async () => {
    const phones = [{ number: ' ' }]
    const html = await draw({ base: { ...base, contacts: { phones, email: '', address: '' } } })
    const headings = parse(html)
      .querySelectorAll('footer h2')
      .map(({ text }) => plain(text))
    expect(headings).toEqual(['Часы работы', 'Документы'])
  })

  it('shows customers a compact footer with the same menus, contacts and hours', async () => {
    const ofFooter = async (props: Partial<FrameProps>) => {
      const footer = parse(await draw({ base, ...props })).querySelector('footer')
      return {
        look: footer?.getAttribute('data-look'),
        menus: footer?.querySelectorAll('nav a').map((link) => link.getAttribute('href')),
        words: plain(footer?.textContent ?? ''),
      }
    }
    const guest = await ofFooter({})
    const customer = await ofFooter({ user: { name: 'Анна' } })
    expect([guest.look, customer.look]).toEqual(['full', 'compact'])
    expect(customer.menus).toEqual(guest.menus)
    expect(customer.menus).toEqual(['/offer'])
    for (const words of ['+7 800 555-35-35', 'help@example.ru', 'г. Зеленодольск', 'Пн–Пт: 9:00–18:00']) {
      expect(guest.words).toContain(words)
      expect(customer.words).toContain(words)
    }
  })

  it('shows the portal’s own links when there is no base data', async () => {
    const html = await draw({})
    expect(addresses(html)).toEqual(expect.arrayContaining(['/', '/login']))
    expect(html).not.toMatch(/tel:|mailto:|Основное меню/)
  })

  it('does not link signed-in customers to the login', async () => {
    const html = await draw({ user: { name: 'Мария Иванова' } })
    expect(addresses(html)).not.toContain('/login')
    expect(html).toMatch(/<footer.*href="\/personal"[^>]*>Личный кабинет</s)
  })

  it('shows the payment link only when the payment page exists', async () => {
    expect(addresses(await draw({ base }))).not.toContain('/pay')
    expect(addresses(await draw({ base, payLink: true }))).toContain('/pay')
  })

  it('has no form that comes back to a page that is shown only once', async () => {
    const cookies = { choice: null, hasCounter: true, hasBadge: false }
    const formsOf = async (props: Partial<FrameProps>) => {
      const versionForms = '<form action="/accessible-version"></form>'
      const page = parse(await draw({ base, user: { name: 'Анна' }, cookies, versionForms, ...props }))
      return page.querySelectorAll('form').map((form) => form.getAttribute('action'))
    }
    expect(await formsOf({})).toContain('/accessible-version')
    expect(await formsOf({ shownOnce: true })).toEqual(['/logout'])
  })

  it('has the flash message in the HTML, once, before the h1', async () => {
    const html = await draw({ flash: { id: '1', type: 'success', text: 'Профиль сохранён' } })
    expect(html.split('Профиль сохранён')).toHaveLength(2)
    expect(html.indexOf('Профиль сохранён')).toBeLessThan(html.indexOf('<h1'))
  })

  it('has empty live regions', async () => {
    const html = await draw({ flash: { id: '1', type: 'error', text: 'Не получилось' } })
    expect(html).toMatch(/<div id="announcements" role="status"[^>]*><\/div>/)
    expect(html).toMatch(/<div id="urgent-announcements" role="alert"[^>]*><\/div>/)
  })
})

describe('the menus', () => {
  it('link only to paths of this site and https addresses, whatever base data contain', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(wildAddress, dangerousAddress), { minLength: 1, maxLength: 6 }),
        async (urls) => {
          const links = urls.map((url, index) => ({ title: `Пункт ${index}`, url }))
          const [first = { title: '', url: '' }] = links
          const html = await draw({
            base: {
              ...base,
              topMenu: [...links, { ...first, children: links }],
              footerMenu: [{ title: 'Разное', items: links }],
            },
          })
          const page = parse(html)
          for (const link of page.querySelectorAll('nav a')) {
            const href = link.getAttribute('href') ?? ''
            const { protocol, origin } = new URL(href, 'https://portal.example/some/page')
            expect(protocol, href).toBe('https:')
            if (href.startsWith('/')) expect(origin, href).toBe('https://portal.example')
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})
