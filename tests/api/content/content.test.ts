import { cp, mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ConfigError } from 'process/settings'
import { beforeEach, describe, expect, it } from 'vitest'
import { openForEachTest, openForTests } from '../../support/open-for-tests'
import { site } from '../support/content-files'
import { openContentWorld } from '../support/content-world'
import { openMigratedDatabase } from '../support/migrated-database'

const about = `<!--
title: О компании: коротко
description: Кто мы
updatedAt: 2026-07-01
-->
<p>Работаем с 1998 года.</p>
`

describe('content', () => {
  const database = openForTests(() => openMigratedDatabase('sqlite'))
  const world = openForEachTest(() => openContentWorld(database.database))
  let folder: string
  beforeEach(async () => {
    folder = world.folder
    await mkdir(join(folder, 'help', 'deep', 'deeper'), { recursive: true })
    await write('about.html', about)
  })

  const write = (name: string, text: string | Uint8Array) => world.write(name, text)
  const open = (contentDir = folder) => world.open(contentDir)
  const later = () => world.later()

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

  it('knows nothing of other paths', async () => {
    await writeFile(resolve(folder, '../secret.html'), about)
    await write('Notes.html', about)
    await write('.hidden.html', about)
    const { page } = open()
    for (const path of [
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
    ])
      expect(await page(path), path).toBe(404)
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

  it('redirects from the addresses of an old site, as they are copied from a browser', async () => {
    const about = { url: '/about', status: 301 }
    await write('redirects.json', JSON.stringify({ '/old/': about, '/%D0%BE-%D0%BD%D0%B0%D1%81/': about }))
    const { page } = open()
    expect(await page('/old')).toEqual({ redirect: about })
    expect(await page('/о-нас')).toEqual({ redirect: about })
  })

  it("serves the company's own folder", async () => {
    const own = open(resolve('content'))
    expect((await own.baseData()).topMenu.length).toBeGreaterThan(0)
    const names = (await readdir('content', { recursive: true })).filter((name) =>
      /^[^A-Z]+\.(html|md)$/.test(name),
    )
    expect(names.length).toBeGreaterThan(0)
    expect(own.problems()).toEqual([])
    for (const name of names) {
      const path = name === 'index.html' ? '/' : `/${name.replace(/\.\w+$/, '')}`
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
      expect(world.loggedErrors).toEqual([
        expect.stringMatching(/^about\.html:1: /),
        expect.stringMatching(/^site\.json:1: /),
      ])
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
      expect(world.loggedErrors.length).toBeGreaterThan(0)
    })
  })

  describe('never takes the site down: it says where the mistake is, and the rest is served, when', () => {
    const problemsOf = async () => {
      const { problems, baseData, page } = open()
      const first = problems()
      // Whatever is wrong, the other files are served.
      expect((await baseData()).features).toEqual(['readings'])
      await write('fine.html', '<!-- title: Хорошо -->')
      later()
      expect(await page('/fine')).toMatchObject({ title: 'Хорошо' })
      return first
    }
    const { footerMenu: _, ...noFooter } = site
    const { contacts: __, ...noContacts } = site
    const json = (value: object) => JSON.stringify(value, null, 2)

    it.each([
      ['site.json is not JSON', 'site.json', '{\n  "topMenu": [', /^site\.json:2: .+/],
      [
        'site.json lacks a field',
        'site.json',
        json({ ...site, workingHours: undefined }),
        /^site\.json:1: workingHours: .+/,
      ],
      [
        'a field deep in site.json is wrong',
        'site.json',
        '{\n"topMenu": [], "footerMenu": [], "workingHours": [],\n"contacts": {\n"email": "a@b.ru", "address": "г",\n"phones": [\n{ "number": 8800 }] } }',
        /^site\.json:6: contacts\.phones\.0\.number: .+/,
      ],
      ...([
        'http://bank.example/pay',
        'help',
        '//bank.example',
        'javascript:alert(1)',
        'https:bank',
        '/a b',
      ].map((url) => [
        `a menu leads to ${url}`,
        'site.json',
        json({ ...site, topMenu: [{ title: 'Тарифы', url: '/tariffs', children: [{ title: 'О', url }] }] }),
        /^site\.json:9: topMenu\.0\.children\.0\.url: must be a path of the site or an https: address$/,
      ]) satisfies [string, string, string, RegExp][]),
      [
        'a menu of the footer leads to another scheme',
        'site.json',
        json({ footerMenu: [{ title: 'О', items: [{ title: 'О', url: 'ftp://a.example' }] }], ...noFooter }),
        /^site\.json:8: footerMenu\.0\.items\.0\.url: must be a path of the site or an https: address$/,
      ],
      [
        'a telephone is not E.164',
        'site.json',
        json({
          contacts: { ...site.contacts, phones: [{ title: 'Касса', number: '8 800' }] },
          ...noContacts,
        }),
        /^site\.json:6: contacts\.phones\.0\.number: must be a telephone such as \+78000001015$/,
      ],
      [
        'the telephone of an office is not E.164',
        'site.json',
        json({
          contacts: {
            locations: [{ title: 'О', address: 'г', phone: '+7 (495) 000-12-01' }],
            ...site.contacts,
          },
          ...noContacts,
        }),
        /^site\.json:7: contacts\.locations\.0\.phone: must be a telephone such as \+78000001015$/,
      ],
      [
        'site.json has the company',
        'site.json',
        json({ company: { name: 'Исток' }, ...site }),
        /^site\.json:2: company: there is no such key/,
      ],
      ['a page has no header', 'about.html', '<p>Текст</p>', /^about\.html:1: .*title/],
      ['a page has no title', 'about.html', '\n\n<!-- description: Кто мы -->', /^about\.html:3: title: .+/],
      [
        'a header has a key that is none',
        'about.html',
        '<!--\ntitle: О\nauthor: Я\n-->',
        /^about\.html:\d+: .*author/,
      ],
      [
        'a line of a header is none',
        'about.html',
        '<!--\ntitle: О\nпросто слова\n-->',
        /^about\.html:3: header: «просто слова»/,
      ],
      [
        'the day of an update is none',
        'about.html',
        '<!--\ntitle: О\nupdatedAt: 1 июля\n-->',
        /^about\.html:3: updatedAt: .+/,
      ],
      [
        'a page is not UTF-8',
        'help/bill.html',
        new Uint8Array([...Buffer.from('<!-- title: '), 0xd1, 0xf7, 0xb8, 0xf2, ...Buffer.from(' -->')]),
        /^help\/bill\.html: .+/,
      ],
      ['Markdown has no front matter', 'help/bill.md', '# Счёт', /^help\/bill\.md:1: .*front matter/],
      ['front matter is not YAML', 'help/bill.md', '---\ntitle: О: нас\n---\n', /^help\/bill\.md:2: .+/],
      [
        'front matter has no title',
        'help/bill.md',
        '---\ndescription: О нас\n---\n',
        /^help\/bill\.md:2: title: .+/,
      ],
      [
        'the day of Markdown is none',
        'help/bill.md',
        '---\ntitle: О\nupdatedAt: 2026-02-30\n---\n',
        /^help\/bill\.md:3: updatedAt: .+/,
      ],
      ['a page is there twice', 'about.md', '---\ntitle: Другая\n---\n', /^about\.md: is not used/],
      [
        'a page names what the company has not said',
        'about.html',
        '<!-- title: О -->\n\n<p>{{inn}}</p>',
        /^about\.html:3: company\.yaml has no inn/,
      ],
      [
        'a consent has no version',
        'consent.html',
        '<!-- title: Согласие -->',
        /^consent\.html:1: updatedAt: .+/,
      ],
      [
        'a redirect leads to another scheme',
        'redirects.json',
        '{"/a":{"url":"javascript:alert(1)","status":301}}',
        /^redirects\.json:1: \/a\.url: .+/,
      ],
      [
        'a redirect leads to another host as if it were a path',
        'redirects.json',
        '{\n"/a":{"url":"//evil.example","status":301}}',
        /^redirects\.json:2: \/a\.url: .+/,
      ],
      [
        'a redirect has a status of its own',
        'redirects.json',
        '{"/a":{"url":"/b","status":200}}',
        /^redirects\.json:1: \/a\.status: .+/,
      ],
    ] satisfies [string, string, string | Uint8Array, RegExp][])('%s', async (_, name, text, line) => {
      await write(name, text)
      const [first = '', ...more] = await problemsOf()
      expect(first).toMatch(line)
      expect(more).toEqual([])
    })

    it('there is no site.json', async () => {
      await rm(join(folder, 'site.json'))
      expect(await problemsOf()).toEqual(['site.json: there is no such file'])
    })
  })

  it('stops the server at the start only where the setting leads to no folder', async () => {
    const missing = join(folder, 'missing')
    expect(() => open(missing)).toThrow(new ConfigError(`CONTENT_DIR: there is no folder ${missing}`))
  })
})
