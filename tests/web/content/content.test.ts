import { proofQuestions } from 'api/accounts/proof'
import { describe, expect, test } from 'vitest'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { aboutPage } from '../support/default-answers'
import { portalOfThisFile, startPortal } from '../support/portal'
import { PUBLIC_URL, startRealApi } from '../support/real-api'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)

const pageWith = (body: string, more: object = {}) =>
  upstream.on('page', { body: { ...aboutPage, body, ...more } })
const askedFor = () => upstream.named('page').map(({ query }) => query.get('path'))

describe('a content page', () => {
  test.each([
    ['/about', '/about'],
    ['/a/b/c/d/e/f/g/h', '/a/b/c/d/e/f/g/h'],
    ['/%D0%BE-%D0%BD%D0%B0%D1%81/%D1%82%D0%B0%D1%80%D0%B8%D1%84%D1%8B', '/о-нас/тарифы'],
    ['/about/team?utm_source=letter', '/about/team'],
    ['/tariffs%202026', '/tariffs 2026'],
    ['/a+b', '/a+b'],
    ['/', '/'],
    ['/?utm_source=letter', '/'],
    ['/About', '/About'],
  ])('at %s is requested as %s, without the query', async (address, path) => {
    const page = await portal.visitor().get(address)
    expect(page.status).toBe(200)
    expect(askedFor()).toEqual([path])
  })

  test('has its title, description, date and text', async () => {
    const page = await portal.visitor().get('/about')
    expect(page.title).toBe('О компании — My New Project')
    expect(page.all('meta[name="description"]').map((meta) => meta.getAttribute('content'))).toEqual([
      'Кто мы и как с нами связаться',
    ])
    expect(page.main).toContain('Мы греем дома с 1998 года.')
    expect(page.main).toContain('1 августа 2026')
  })

  test('may have neither description nor date', async () => {
    upstream.on('page', { body: { title: 'Пусто', body: '' } })
    const page = await portal.visitor().get('/empty')
    expect(page.h1).toBe('Пусто')
    expect(page.all('meta[name="description"]')).toEqual([])
    expect(page.main).not.toMatch(/null|undefined|Обновлен/)
  })

  test('that is long and in Russian is complete, without NUL characters', async () => {
    const words = Array.from({ length: 4_000 }, (_, at) => `абзац №${at} — «ёлка» ${'щ'.repeat(at % 7)}`)
    pageWith(words.map((text) => `<p>${text}</p>`).join(''))
    const page = await portal.visitor().get('/long')
    expect(page.html).not.toContain('\0')
    expect(page.html).not.toContain('\ufffd')
    for (const at of [0, 1_234, 3_999]) expect(page.main).toContain(words[at]?.trim())
  })

  test('contains nothing that could run, load, submit or pose as the portal', async () => {
    pageWith(`<p onclick="alert(1)" style="position:fixed">Слова</p><script>alert(2)</script>
      <img src="https://evil.test/x.gif" onerror="alert(3)"><iframe src="https://evil.test"></iframe>
      <form action="https://evil.test"><input name="password"></form><a href="javascript:alert(4)">Ссылка</a>
      <a href="//evil.test" target="_blank">Наружу</a><svg onload="alert(5)"></svg><style>*{display:none}</style>
      <div id="main" data-flash data-error-summary>Поддельное</div><base href="https://evil.test/">
      <meta http-equiv="refresh" content="0;url=https://evil.test">`)
    const page = await portal.visitor().get('/planted')
    expect(page.main).toContain('Слова')
    expect(page.html).not.toMatch(
      /alert\(|onclick|onerror|onload|javascript:|http-equiv|<iframe|<base|position:fixed/,
    )
    expect(page.all('main form, main script, main style, main svg[onload]')).toEqual([])
    expect(page.flashes).toEqual([])
    expect(page.errorSummary).toEqual([])
    expect(page.all('#main')).toHaveLength(1)
    expect(page.html).not.toContain('evil.test/x.gif')
  })

  test('shows markup in its title and description as text', async () => {
    const title = '</title><script>alert(1)</script> & «кавычки»'
    pageWith('<p>Слова</p>', { title, description: '"><img src=x onerror=alert(1)>' })
    const page = await portal.visitor().get('/planted')
    expect(page.h1).toBe(title)
    expect(page.html).not.toContain('<script>alert')
    expect(page.all('img[onerror]')).toEqual([])
  })

  test('is as safe in the data of a client-side navigation', async () => {
    pageWith('<p>Слова</p><script>alert(1)</script>')
    const data = await portal.visitor().data('/planted')
    expect(data.html).not.toContain('alert(1)')
  })

  test('shows a change at once', async () => {
    const visitor = portal.visitor()
    pageWith('<p>Было</p>')
    expect((await visitor.get('/news')).main).toContain('Было')
    pageWith('<p>Стало</p>')
    expect((await visitor.get('/news')).main).toContain('Стало')
    expect((await visitor.get('/news')).main).not.toContain('Было')
  })
})

describe('a moved page', () => {
  const moved = (url: string, status = 301) => upstream.on('page', { body: { redirect: { url, status } } })

  test.each([301, 307])('with %i redirects to its new address', async (status) => {
    moved('/tariffs?year=2026#now', status)
    const answer = await portal.visitor().get('/old')
    expect(answer).toHaveRedirect('/tariffs?year=2026#now', status)
    expect(await portal.visitor().ask('/old', { method: 'HEAD' })).toHaveRedirect(
      '/tariffs?year=2026#now',
      status,
    )
  })

  test('to another site is a full page load', async () => {
    moved('https://gosuslugi.example.test/a', 302)
    expect(await portal.visitor().get('/old')).toHaveRedirect('https://gosuslugi.example.test/a', 302)
    const data = await portal.visitor().data('/old')
    expect(data.status).toBe(202)
    expect(data.html).toContain('"reload",true')
  })

  test('to this site’s absolute address is a redirect within the site', async () => {
    moved(`${portal.publicUrl.origin}/tariffs`)
    expect(await portal.visitor().get('/old')).toHaveRedirect('/tariffs', 301)
  })

  // Every other one: app/features/content/moved-page.test.ts.
  test.each(['javascript:alert(1)', '//evil.test/', '/old'])(
    'to %j is a fault of the product API',
    async (url) => {
      moved(url)
      const answer = await portal.visitor().get('/old')
      expect(answer).toBeErrorScreen(502)
      expect(answer.html).not.toContain('alert(1)')
      const data = await portal.visitor().data('/old')
      expect(data.html).not.toContain('alert(1)')
    },
  )

  test('to itself, with any number of slashes, is a fault', async () => {
    moved('/x//y')
    expect(await portal.visitor().get('/x/y')).toBeErrorScreen(502)
  })

  test.each([
    { url: '/x', status: 303 },
    { url: '', status: 301 },
  ])('with the invalid redirect %j is a fault of the product API', async (redirect) => {
    upstream.on('page', { body: { redirect } })
    expect(await portal.visitor().get('/old')).toBeErrorScreen(502)
  })
})

test('the company’s own article about accounts names what the portal asks for, and nothing else', async () => {
  const api = await startRealApi('embedded')
  const own = await startPortal(api.transport, { env: { PUBLIC_URL } })
  const { main } = await own.visitor().get('/help/account-number')
  expect(main.toLowerCase()).toContain(proofQuestions.access_code.label.toLowerCase())
  expect(main).toContain('восемь цифр под номером лицевого счёта на квитанции')
  expect(main).not.toMatch(/фамили|сумма последнего счёта|[Оо]твет/)
  await own.close()
  await api.close()
})
