import { UsageError } from 'api/commands/usage-error'
import { readApiConfig } from 'api/config'
import { openDatabase } from 'api/db/database'
import { migrate } from 'api/db/migrate'
import { ConfigError } from 'contract/settings'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { describeOnEachDatabase, type FreshDatabase, freshDatabase } from '../../support/databases'
import { type ContentFiles, createContentFiles } from '../support/content-files'
import { openContentWorld } from '../support/content-world'
import { readingOperatorOf } from '../support/operator'

const writeConsents = async ({ write }: Pick<ContentFiles, 'write'>) => {
  for (const name of ['consent', 'autopay-agreement'])
    await write(`${name}.html`, '<!--\ntitle: Согласие\nupdatedAt: 2026-10-01\n-->\n<p>Да.</p>')
}

describeOnEachDatabase('the command check-content', (kind) => {
  let fresh: FreshDatabase
  let files: ContentFiles

  beforeEach(async () => {
    fresh = await freshDatabase(kind)
    files = await createContentFiles()
    await writeConsents(files)
  })
  afterEach(async () => {
    await files.close()
    await fresh.drop()
  })

  const check = (contentDir = files.folder, ...options: string[]) =>
    readingOperatorOf({ config: readApiConfig({ CONTENT_DIR: contentDir }), fresh, now: () => new Date() })(
      'check-content',
      ...options,
    )

  it('says that nothing is wrong', async () => {
    expect(await check()).toContain(`${files.folder}: nothing is wrong`)
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

  it('compares consents with the versions that customers have seen', async () => {
    const database = await openDatabase(fresh)
    await migrate(database)
    const world = await openContentWorld(database)
    await writeConsents(world)
    const consent = '<!--\ntitle: Согласие\nupdatedAt: 2026-10-01\n-->\n'
    await world.write('consent.html', `${consent}<p>Да.</p>`)
    await world.open().page('/consent')
    expect(await check(world.folder)).toBe(`${world.folder}: nothing is wrong`)
    await world.write('consent.html', `${consent}<p>Нет.</p>`)
    await expect(check(world.folder)).rejects.toThrow(/^consent\.html:3: the words have changed/)
    await world.close()
    await database.close()
  })

  it('takes no options, and needs a folder that exists', async () => {
    await expect(check(files.folder, '--all')).rejects.toThrow(UsageError)
    await expect(check('/no/such/folder')).rejects.toThrow('CONTENT_DIR: there is no folder /no/such/folder')
  })
})
