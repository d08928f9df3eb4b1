import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedApi, startEmbeddedApi } from 'api/run-api'
import { createLog } from 'monitoring/create-log'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEmbeddedTransport } from '~/api-client/embedded-transport.server'
import '../support/matchers'
import { startPortal, type TestPortal } from '../support/portal'

const publicUrl = 'https://portal.example.test'
const company = `name: Теплосеть «Заря»
logo: zarya.svg
accent: "#a3320b"
requisites:
  legal_name: МУП «Заря»
  inn: "5099003455"
  kpp: "509901001"
  ogrn: "1195099000348"
  address: г. Светлогорск
`
const logo = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><script>alert(1)</script></svg>'

describe('a company with a content folder of its own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'branding-'))
  const write = (name: string, text: string) => writeFileSync(join(folder, 'content', name), text)
  let api: EmbeddedApi
  let portal: TestPortal

  beforeAll(async () => {
    cpSync('content', join(folder, 'content'), { recursive: true })
    write('company.yaml', company)
    write('zarya.svg', logo)
    write(
      'heat.md',
      '---\ntitle: Тепло от «{{name}}»\n---\n\n{{legal_name}}, <script>alert(1)</script><b onclick="alert(1)">жирно</b>\n\n' +
        '[сюда](javascript:alert(1)) и [туда](/tariffs)\n\n## Цены\n\n| Услуга | Цена |\n|---|---|\n| Тепло | 2 100 |\n',
    )
    api = await startEmbeddedApi({
      env: { DATA_DIR: folder, CONTENT_DIR: join(folder, 'content'), DEMO_DATA: 'on' },
      publicUrl: new URL(publicUrl),
      log: createLog('silent'),
    })
    portal = await startPortal(createEmbeddedTransport(api), {
      env: { PUBLIC_URL: publicUrl },
      embeddedApi: api.fetch,
      embeddedHealth: api.health,
    })
  })
  afterAll(async () => {
    await portal?.close()
    await api?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test.each(['/', '/login', '/pay', '/heat', '/no-such-page', '/accessible-version'])(
    'has its name in the title, its mark and its colour at %s',
    async (path) => {
      const page = await portal.visitor().get(path)
      expect(page.one('header')?.text).toContain('Теплосеть «Заря»')
      expect(page.one('header img')?.getAttribute('src')).toMatch(/^\/company-files\/logo-\w+\.svg$/)
      expect(page.one('link[rel=icon]')?.getAttribute('href')).toMatch(/^\/company-files\//)
      expect(page.one('meta[name=theme-color]')?.getAttribute('content')).toBe('#a3320b')
      expect(page.one('style')?.text).toContain('--accent:#a3320b')
      expect(page.one('footer')?.text).toContain('Теплосеть «Заря»')
      if (page.status === 200) expect(page.title).toMatch(/^([^—]+ — )?Теплосеть «Заря»$/)
    },
  )

  test('has its name in the cabinet, and its mark without its colour in the accessible version', async () => {
    const visitor = portal.visitor()
    await visitor.press(await visitor.get('/login'), 'Войти', {
      email: api.demoLogin?.email ?? '',
      password: api.demoLogin?.password ?? '',
    })
    const usual = await visitor.get('/personal')
    expect(usual.one('style')?.text).toContain('--accent:#a3320b')
    await visitor.press(usual, 'Версия для слабовидящих')
    const accessible = await visitor.get('/personal')
    expect(accessible.one('header')?.text).toContain('Теплосеть «Заря»')
    expect(accessible.all('header img')).toHaveLength(1)
    expect(accessible.one('style')).toBeNull()
    expect(accessible.one('meta[name=theme-color]')?.getAttribute('content')).toBe('#0a5557')
  })

  test('has its logo served by the portal, with a policy under which nothing in it runs', async () => {
    const visitor = portal.visitor()
    const src = (await visitor.get('/login')).one('header img')?.getAttribute('src') ?? ''
    const picture = await visitor.get(src)
    expect(picture.status).toBe(200)
    expect(picture.headers['content-type']).toBe('image/svg+xml')
    expect(picture.headers['content-security-policy']).toMatch(/^default-src 'none';.* sandbox$/)
    expect(picture.headers['cache-control']).toContain('immutable')
    const head = await visitor.ask(src, { method: 'HEAD' })
    expect([head.status, head.body.length]).toEqual([200, 0])
    for (const name of ['content-type', 'cache-control', 'content-security-policy'])
      expect(head.headers[name], name).toBe(picture.headers[name])
    const refused = await visitor.ask(src, { method: 'DELETE' })
    expect([refused.status, refused.headers.allow]).toEqual([405, 'GET, HEAD, POST'])
  })

  test('may write pages in Markdown: they are sanitised like those in HTML', async () => {
    const page = await portal.visitor().get('/heat')
    expect(page.one('h1')?.text).toBe('Тепло от «Теплосеть «Заря»»')
    expect(page.one('main')?.text).toContain('МУП «Заря», жирно')
    expect(page.all('main script, main [onclick], main a[href^=javascript]')).toEqual([])
    expect(page.one('main a[href="/tariffs"]')?.text).toBe('туда')
    expect(page.one('main th')?.getAttribute('scope')).toBe('col')
    expect(page.one('main [data-table]')?.getAttribute('aria-label')).toBe('Таблица: Цены')
  })

  test('keeps its last valid look while a file is wrong, and /health tells of it', async () => {
    const health = async () => String((await portal.visitor().get('/health')).body)
    expect(await health()).toBe('ok')
    write('company.yaml', company.replace('#a3320b', '#ffd400'))
    await expect.poll(health, { timeout: 5_000 }).toBe('ok, content: stale')
    expect((await portal.visitor().get('/pay')).one('style')?.text).toContain('--accent:#a3320b')
    write('company.yaml', company)
    await expect.poll(health, { timeout: 5_000 }).toBe('ok')
  })
})
