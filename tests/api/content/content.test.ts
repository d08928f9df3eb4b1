import { cp, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { contentRoutes } from 'api/content/content.routes'
import type { Customer } from 'api/http/customer'
import { createRouter } from 'api/http/router'
import { createApiMetrics } from 'api/metrics'
import { baseData } from 'contract/base-data'
import { page } from 'contract/pages'
import { ConfigError } from 'contract/settings'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const site = {
  topMenu: [{ title: 'Тарифы', url: '/tariffs', children: [{ title: 'Свет', url: '/tariffs/power' }] }],
  footerMenu: [{ title: 'Компания', items: [{ title: 'ГИС ЖКХ', url: 'https://dom.gosuslugi.ru/' }] }],
  contacts: { phones: [{ number: '+78000001015' }], email: 'help@portal.example', address: 'г. Тихобережск' },
  workingHours: [{ days: 'Пн–Пт', hours: '9:00–18:00' }],
}
const about = `<!--
title: О компании: коротко
description: Кто мы
updatedAt: 2026-07-01
-->
<p>Работаем с 1998 года.</p>
`

describe('content', () => {
  let folder: string
  let now: Date
  let told: object[]

  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'content-')), 'content')
    await mkdir(join(folder, 'help', 'deep', 'deeper'), { recursive: true })
    await write('site.json', JSON.stringify(site))
    await write('about.html', about)
    now = new Date('2026-10-05T09:00:00.000Z')
    told = []
  })
  afterEach(() => rm(resolve(folder, '..'), { recursive: true }))

  const write = (name: string, text: string | Uint8Array) => writeFile(join(folder, name), text)

  /** Calls the API over the current folder as a portal does. */
  const open = (contentDir = folder) => {
    const router = createRouter<Customer>({
      clock: () => now,
      log,
      refusalOf: () => null,
      isFromPortal: () => true,
      authenticate: async () => null,
      checkAnswers: true,
      logRequests: false,
      metrics: createApiMetrics(),
    })
    contentRoutes(router, { config: { contentDir }, log, features: ['readings'] })
    const get = (path: string) => router.hono.request(path)
    return {
      get,
      baseData: async () => baseData.parse(await (await get('/api-gateway/base-data')).json()),
      page: async (path: string) => {
        const response = await get(`/api-gateway/page?${new URLSearchParams({ path })}`)
        return response.status === 200 ? page.parse(await response.json()) : response.status
      },
    }
  }
  const quiet = () => {}
  const log = {
    debug: quiet,
    info: quiet,
    warn: quiet,
    error: (fields: object) => {
      told.push(fields)
    },
  }
  const later = () => {
    now = new Date(now.getTime() + 2_000)
  }

  it('returns the base data of site.json, and the features of the API', async () => {
    expect(await open().baseData()).toEqual({ ...site, features: ['readings'] })
  })

  it('returns a page with the values of its header, also with colons in them', async () => {
    expect(await open().page('/about')).toEqual({
      title: 'О компании: коротко',
      description: 'Кто мы',
      updatedAt: '2026-07-01',
      body: '<p>Работаем с 1998 года.</p>',
    })
  })

  it('finds pages at any depth, a page beside a folder of the same name, and the main page at /', async () => {
    const titled = (title: string) => `<!-- title: ${title} -->\n<p>${title}</p>`
    await write('index.html', titled('Главная'))
    await write('help.html', titled('Помощь'))
    await write('help/bill.html', titled('Счёт'))
    await write('help/deep/deeper/deepest-1.html', titled('Глубоко'))
    const { page } = open()
    expect(await page('/')).toMatchObject({ title: 'Главная' })
    expect(await page('/help')).toMatchObject({ title: 'Помощь' })
    expect(await page('/help/bill')).toMatchObject({ title: 'Счёт' })
    expect(await page('/help/deep/deeper/deepest-1')).toMatchObject({ title: 'Глубоко' })
    expect(await page('/index')).toBe(404)
  })

  it.each([
    '/missing',
    '',
    'about',
    '/About',
    '/about/',
    '//about',
    '/about.html',
    '/help',
    '/site.json',
    '/site',
    '/redirects',
    '/Notes',
    '/.hidden',
    '/../secret',
    '/help/../about',
    '/help/../../secret',
    '/%2e%2e/secret',
    '/%252e%252e/secret',
    '\\..\\secret',
    '/..\\secret',
    '/help\\bill',
    '/about%00',
    '/about#x',
    '/about?x',
    '/__proto__',
    '/constructor',
    `/${'a/'.repeat(5_000)}a`,
  ])('knows nothing of %s', async (path) => {
    await writeFile(resolve(folder, '../secret.html'), about)
    await write('Notes.html', about)
    await write('.hidden.html', about)
    expect(await open().page(path)).toBe(404)
  })

  it('rejects a NUL and a missing path', async () => {
    const { page, get } = open()
    expect(await page('/about\0')).toBe(400)
    expect((await get('/api-gateway/page')).status).toBe(422)
  })

  it('redirects to paths and other sites before it looks for a page', async () => {
    const redirects = {
      '/about': { url: '/company', status: 301 },
      '/gis': { url: 'https://dom.gosuslugi.ru/', status: 302 },
    }
    await write('redirects.json', JSON.stringify(redirects))
    const { page } = open()
    expect(await page('/about')).toEqual({ redirect: redirects['/about'] })
    expect(await page('/gis')).toEqual({ redirect: redirects['/gis'] })
  })

  it("serves the company's own folder", async () => {
    const own = open(resolve('content'))
    expect((await own.baseData()).topMenu.length).toBeGreaterThan(0)
    const names = (await readdir('content', { recursive: true })).filter((name) => name.endsWith('.html'))
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) {
      const path = name === 'index.html' ? '/' : `/${name.slice(0, -5)}`
      expect(await own.page(path), path).toMatchObject({ title: expect.stringMatching(/./) })
    }
  })

  describe("follows the operator's edits without a restart", () => {
    it('a changed page, a new one, a deleted one', async () => {
      const { page } = open()
      expect(await page('/about')).toMatchObject({ title: 'О компании: коротко' })
      await write('about.html', '<!-- title: О нас -->')
      await write('help/bill.html', '<!-- title: Счёт -->')
      later()
      expect(await page('/about')).toMatchObject({ title: 'О нас' })
      expect(await page('/help/bill')).toMatchObject({ title: 'Счёт' })
      await rm(join(folder, 'about.html'))
      later()
      expect(await page('/about')).toBe(404)
    })

    it('menus and redirects', async () => {
      const { baseData, page } = open()
      expect(await page('/old')).toBe(404)
      await write('site.json', JSON.stringify({ ...site, topMenu: [] }))
      await write('redirects.json', JSON.stringify({ '/old': { url: '/about', status: 308 } }))
      later()
      expect((await baseData()).topMenu).toEqual([])
      expect(await page('/old')).toEqual({ redirect: { url: '/about', status: 308 } })
      await rm(join(folder, 'redirects.json'))
      later()
      expect(await page('/old')).toBe(404)
    })

    it('a folder behind a link that is replaced as a whole, like a ConfigMap', async () => {
      const linked = resolve(folder, '../linked')
      await mkdir(linked)
      for (const name of ['site.json', 'about.html']) await symlink(join(folder, name), join(linked, name))
      const { page } = open(linked)
      expect(await page('/about')).toMatchObject({ title: 'О компании: коротко' })
      await cp(folder, `${folder}-next`, { recursive: true })
      await writeFile(join(`${folder}-next`, 'about.html'), '<!-- title: Следующая -->')
      await rename(folder, `${folder}-old`)
      await rename(`${folder}-next`, folder)
      later()
      expect(await page('/about')).toMatchObject({ title: 'Следующая' })
    })

    it('and keeps the last valid version of a broken file, with one log line', async () => {
      const { baseData, page } = open()
      await write('site.json', '{ "topMenu": [')
      await write('about.html', 'no header')
      for (let i = 0; i < 3; i++) {
        later()
        expect(await baseData()).toMatchObject(site)
        expect(await page('/about')).toMatchObject({ title: 'О компании: коротко' })
      }
      expect(told).toHaveLength(2)
      await write('about.html', '<!-- title: Исправлено -->')
      later()
      expect(await page('/about')).toMatchObject({ title: 'Исправлено' })
    })

    it('and keeps working when the folder disappears', async () => {
      const { baseData, page } = open()
      await rename(folder, `${folder}-gone`)
      later()
      expect(await baseData()).toMatchObject(site)
      expect(await page('/about')).toMatchObject({ title: 'О компании: коротко' })
      expect(told.length).toBeGreaterThan(0)
    })
  })

  describe('stops the server at the start, with one line that names file and field, when', () => {
    const refusal = () => {
      try {
        open()
      } catch (error) {
        expect(error).toBeInstanceOf(ConfigError)
        if (error instanceof Error) return error.message
      }
      return 'nothing was refused'
    }

    it.each([
      ['site.json is not JSON', 'site.json', '{', /^CONTENT_DIR: site\.json: .+/],
      [
        'site.json lacks a field',
        'site.json',
        JSON.stringify({ ...site, workingHours: undefined }),
        /^CONTENT_DIR: site\.json: workingHours: .+/,
      ],
      [
        'a field of site.json is wrong',
        'site.json',
        JSON.stringify({ ...site, contacts: { ...site.contacts, phones: [{ number: 8800 }] } }),
        /^CONTENT_DIR: site\.json: contacts\.phones\.0\.number: .+/,
      ],
      ['a page has no header', 'about.html', '<p>Текст</p>', /^CONTENT_DIR: about\.html: .*title/],
      [
        'a page has no title',
        'about.html',
        '<!-- description: Кто мы -->',
        /^CONTENT_DIR: about\.html: title: .+/,
      ],
      [
        'a header has a key that is none',
        'about.html',
        '<!--\ntitle: О\nauthor: Я\n-->',
        /about\.html: .*author/,
      ],
      [
        'the day of an update is none',
        'about.html',
        '<!--\ntitle: О\nupdatedAt: 1 июля\n-->',
        /about\.html: updatedAt: .+/,
      ],
      [
        'a page is not UTF-8',
        'help/bill.html',
        new Uint8Array([...Buffer.from('<!-- title: '), 0xd1, 0xf7, 0xb8, 0xf2, ...Buffer.from(' -->')]),
        /^CONTENT_DIR: help\/bill\.html: .+/,
      ],
      [
        'a redirect leads to another scheme',
        'redirects.json',
        '{"/a":{"url":"javascript:alert(1)","status":301}}',
        /^CONTENT_DIR: redirects\.json: \/a\.url: .+/,
      ],
      [
        'a redirect leads to another host as if it were a path',
        'redirects.json',
        '{"/a":{"url":"//evil.example","status":301}}',
        /redirects\.json: \/a\.url: .+/,
      ],
      [
        'a redirect has a status of its own',
        'redirects.json',
        '{"/a":{"url":"/b","status":200}}',
        /redirects\.json: \/a\.status: .+/,
      ],
      [
        'a redirect leads to itself',
        'redirects.json',
        '{"/a":{"url":"/a","status":301}}',
        /redirects\.json: \/a: leads to itself/,
      ],
    ])('%s', async (_, name, text, line) => {
      await write(name, text)
      expect(refusal()).toMatch(line)
      expect(refusal()).not.toContain('\n')
    })

    it('there is no site.json', async () => {
      await rm(join(folder, 'site.json'))
      expect(refusal()).toMatch(/^CONTENT_DIR: site\.json: .+/)
    })

    it('there is no folder', async () => {
      await rm(folder, { recursive: true })
      expect(refusal()).toMatch(/^CONTENT_DIR: .+/)
      await mkdir(folder)
    })
  })
})
