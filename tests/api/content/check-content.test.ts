import { openDatabase } from 'api/db/database'
import { migrate, migrationState } from 'api/db/migrate'
import { migrations } from 'api/db/migrations'
import { readServerConfig } from 'api/server-config'
import { UsageError } from 'cli/command'
import { ConfigError } from 'process/settings'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  type DatabaseKind,
  describeOn,
  describeOnEachDatabase,
  type FreshDatabase,
  freshDatabase,
} from '../../support/databases'
import { openForEachTest } from '../../support/open-for-tests'
import { type ContentFiles, createContentFiles } from '../support/content-files'
import { openContentWorld } from '../support/content-world'
import { readingOperatorOf } from '../support/operator'

const writeConsents = async ({ write }: Pick<ContentFiles, 'write'>) => {
  for (const name of ['consent', 'autopay-agreement'])
    await write(`${name}.html`, '<!--\ntitle: Согласие\nupdatedAt: 2026-10-01\n-->\n<p>Да.</p>')
}

/** The command over a folder of each test, and an empty place for a database. */
const checking = (kind: DatabaseKind) => {
  const files = openForEachTest(createContentFiles)
  let fresh: FreshDatabase
  beforeEach(async () => {
    fresh = await freshDatabase(kind)
    await writeConsents(files)
  })
  afterEach(() => fresh.drop())

  const checkWith = (settings: Record<string, string>, ...options: string[]) =>
    readingOperatorOf({ config: readServerConfig(settings), fresh, now: () => new Date() })(
      'check-content',
      ...options,
    )
  return {
    files,
    database: () => openDatabase(fresh),
    check: (contentDir = files.folder, ...options: string[]) =>
      checkWith({ CONTENT_DIR: contentDir }, ...options),
    /** For a company with a register of its own. */
    checkOwn: () => checkWith({ CONTENT_DIR: files.folder, DEMO_DATA: 'off' }),
  }
}

describeOn('sqlite', 'the command check-content', () => {
  const { files, check, checkOwn } = checking('sqlite')

  it('says that nothing is wrong', async () => {
    expect(await check()).toContain(`${files.folder}: nothing is wrong`)
  })

  it('names what is left of the invented company, once the register is the company’s own', async () => {
    await files.write('offer.html', '<!--\ntitle: Оферта\n-->\n<p>Исполнитель — ООО «Тихий берег».</p>')
    expect(await check()).toContain('nothing is wrong')
    await expect(checkOwn()).rejects.toThrow('offer.html:4: speaks of the invented company: «Тихий берег»')
  })

  it.each([
    ['an e-mail', 'Пишите на help@portal.example.', '.example'],
    ['an e-mail for examples', 'Пишите на dpo@example.com.', '@example.com'],
    ['a phone', 'Звоните: 8 (495) 000-48-48.', '8 (495) 000'],
    ['requisites', 'ИНН 5099003455, КПП 509901001', '5099003455'],
    ['the reason code alone', 'КПП 509901001', '509901001'],
    ['a postal code', '140999, почтовое отделение', '140999'],
  ])('names %s of the invented company, each line of a file', async (_, text, mark) => {
    await files.write(
      'contacts.html',
      `<!--\ntitle: Контакты\n-->\n<p>Да</p>\n<p>${text}</p>\n<p>${text}</p>`,
    )
    const complaint = await checkOwn().catch((error: unknown) => String(error))
    for (const line of [5, 6])
      expect(complaint).toContain(`contacts.html:${line}: speaks of the invented company: «${mark}»`)
  })

  it('says that a consent is missing, but not when its file is only wrong', async () => {
    await files.remove('consent.html')
    await files.write('autopay-agreement.html', '<!-- title: Соглашение -->')
    await expect(check()).rejects.toThrow(
      new ConfigError(
        'autopay-agreement.html:1: updatedAt: a consent has one, its version\n' +
          '/consent: there is no such page, so a customer’s consent is stored without a version',
      ),
    )
  })

  it('lists everything that is wrong, with file and line, and fails', async () => {
    await files.write('company.yaml', 'name: Исток\naccent: "#ffd400"\nlogo: l.gif\n')
    await files.write('site.json', '{')
    await files.write('about.md', '# О нас')
    const wrong = await check().catch((error: unknown) => error)
    expect(wrong).toBeInstanceOf(ConfigError)
    expect(
      wrong instanceof Error && wrong.message.split('\n').map((line) => line.replace(/: .*/, '')),
    ).toEqual(['company.yaml:3', 'company.yaml:2', 'site.json:1', 'about.md:1'])
  })

  it('names pages that nobody can ever see, and no other files', async () => {
    for (const name of ['Tarify.html', 'О-компании.html', 'about.htm', 'help/Bill.md'])
      await files.write(name, '<!-- title: О нас -->')
    for (const name of ['login.html', 'personal.html', 'personal/news.html'])
      await files.write(name, '<!-- title: Вход -->')
    for (const name of ['README.md', 'help/README.md', '..2026/about.html', '.git/About.html', 'price.pdf'])
      await files.write(name, '')
    const noPage =
      'is no page: names are of lower-case Latin letters, digits and hyphens, and end with .html or .md'
    await expect(check()).rejects.toThrow(
      new ConfigError(
        [
          `Tarify.html: ${noPage}`,
          `about.htm: ${noPage}`,
          `help/Bill.md: ${noPage}`,
          'login.html: is never shown: /login is an address of the portal’s own',
          'personal.html: is never shown: /personal is an address of the portal’s own',
          'personal/news.html: is never shown: /personal/news is an address of the portal’s own',
          `О-компании.html: ${noPage}`,
        ].join('\n'),
      ),
    )
  })

  it('names links to places that their page does not have, with the line', async () => {
    await files.write(
      'help.md',
      '---\ntitle: Помощь\n---\n\n[К оплате](#как-платить)\n\n[Пени](#пени)\n\n## Как платить?\n',
    )
    await files.write(
      'about.html',
      '<!-- title: О нас -->\n<h2 id="offices">Офисы</h2>\n<h3>Часы</h3>\n<a name="map"></a>\n' +
        '<p><a href="#offices">1</a> <a href="#часы">2</a> <a href="#map">3</a> <a href="#top">4</a>\n' +
        '<a href="/help#как-платить">5</a> <a href="/login#form">6</a> <a href="https://x.example/#y">7</a>\n' +
        '<a href=\'/help#section-1\'>8</a> <a href="/help#%D0%BF%D0%B5%D0%BD%D0%B8">9</a></p>',
    )
    await expect(check()).rejects.toThrow(
      new ConfigError(
        [
          'about.html:7: leads to «section-1», which is no id in help.md',
          'about.html:7: leads to «пени», which is no id in help.md',
          'help.md:7: leads to «пени», which is no id in help.md',
        ].join('\n'),
      ),
    )
  })

  const checkRedirects = async (redirects: Record<string, string>) => {
    const lines = Object.entries(redirects).map(
      ([path, url]) => `${JSON.stringify(path)}: ${JSON.stringify({ url, status: 302 })}`,
    )
    await files.write('redirects.json', `{\n${lines.join(',\n')}\n}`)
    return check()
  }

  it.each([
    [{ '/h': '/h#x' }, ['2: /h: leads to itself']],
    [{ '/h': '/h?x=1' }, ['2: /h: leads to itself']],
    [{ '/h': '/h/' }, ['2: /h: leads to itself']],
    [{ '/тарифы': '/%D1%82%D0%B0%D1%80%D0%B8%D1%84%D1%8B' }, ['2: /тарифы: leads to itself']],
    [{ '/a': '/b', '/b/': '/a' }, ['2: /a: leads to itself by /b', '3: /b/: leads to itself by /a']],
    [
      { '/in': '/a', '/a': '/b?x=1', '/b': '/c', '/c': '/a' },
      [
        '3: /a: leads to itself by /b, /c',
        '4: /b: leads to itself by /c, /a',
        '5: /c: leads to itself by /a, /b',
      ],
    ],
    [
      { '/q?x=1': '/about' },
      ['2: /q?x=1: must have neither query nor hash: a redirect is found by its path'],
    ],
    [{ '/q#x': '/about' }, ['2: /q#x: must have neither query nor hash: a redirect is found by its path']],
    [{ '/old': '/about', '/old/': '/help' }, ['3: /old/: is there twice: as /old, too']],
    [{ '/100%': '/about' }, ['2: /100%: is no path that can be read']],
    [{ '/login': '/about' }, ['2: /login: is an address of the portal’s own']],
    [{ '/personal/old/': '/about' }, ['2: /personal/old/: is an address of the portal’s own']],
  ])('names redirects that go round in a circle or are never found: %j', async (redirects, lines) => {
    await expect(checkRedirects(redirects)).rejects.toThrow(
      new ConfigError(lines.map((line) => `redirects.json:${line}`).join('\n')),
    )
  })

  it('lets redirects follow one another, to an end', async () => {
    expect(
      await checkRedirects({ '/a': '/b', '/b': '/c/', '/c': '/login', '/d/': 'https://company.example/d' }),
    ).toContain('nothing is wrong')
  })

  it('takes no options, and needs a folder that exists', async () => {
    await expect(check(files.folder, '--all')).rejects.toThrow(UsageError)
    await expect(check('/no/such/folder')).rejects.toThrow('CONTENT_DIR: there is no folder /no/such/folder')
  })
})

describeOnEachDatabase('the command check-content beside a database', (kind) => {
  const { files, check, database: open } = checking(kind)

  it('compares consents with the versions that customers have seen', async () => {
    const database = await open()
    await migrate(database)
    const world = await openContentWorld(database)
    await writeConsents(world)
    const consent = '<!--\ntitle: Согласие\nupdatedAt: 2026-10-01\n-->\n'
    await world.write('consent.html', `${consent}<p>Да.</p>`)
    await world.open().page('/consent')
    expect(await check(world.folder)).toBe(`${world.folder}: nothing is wrong`)
    await world.write('consent.html', `${consent}<p>Нет.</p>`)
    await expect(check(world.folder)).rejects.toThrow(/^consent\.html:3: the words have changed/)
    await world.write('consent.html', consent.replace('updatedAt', '\nupdatedAt'))
    await expect(check(world.folder)).rejects.toThrow(/^consent\.html:4: the words have changed/)
    await world.close()
    await database.close()
  })

  it('leaves a database of an older version as it is, and says that consents were not compared', async () => {
    const database = await open()
    await migrate(database, migrations.slice(0, -1))
    const before = await migrationState(database)
    expect(before.pending).not.toEqual([])
    expect(await check()).toBe(
      `${files.folder}: nothing is wrong; consents were not compared, there is no database of this version`,
    )
    expect(await migrationState(database)).toEqual(before)
    await database.close()
  })
})
