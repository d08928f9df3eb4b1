import { afterEach, beforeEach, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { type ContentWorld, openContentWorld } from '../support/content-world'
import { openMigratedDatabase } from '../support/migrated-database'

const consent = (day: string, words: string) =>
  `<!--\ntitle: Согласие\nupdatedAt: ${day}\n-->\n<p>${words}</p>\n`

describeOnEachDatabase('the text of a consent', (kind) => {
  const database = openForTests(() => openMigratedDatabase(kind))
  let world: ContentWorld
  beforeEach(async () => {
    await database.database.db.deleteFrom('consent_texts').execute()
    world = await openContentWorld(database.database)
    await world.write('consent.html', consent('2026-10-01', 'Храните моё имя.'))
  })
  afterEach(() => world.close())

  it.each(['consent', 'autopay-agreement'])(
    '/%s with other words under the same version is not taken',
    async (name) => {
      await world.write(`${name}.html`, consent('2026-10-01', 'Храните моё имя.'))
      const { page, problems } = world.open()
      expect(await page(`/${name}`)).toMatchObject({
        body: '<p>Храните моё имя.</p>',
        updatedAt: '2026-10-01',
      })
      await world.write(`${name}.html`, consent('2026-10-01', 'Продайте моё имя.'))
      for (let times = 0; times < 3; times += 1) {
        world.later()
        expect(await page(`/${name}`)).toMatchObject({
          body: '<p>Храните моё имя.</p>',
          updatedAt: '2026-10-01',
        })
      }
      expect(problems()).toEqual([
        expect.stringMatching(
          new RegExp(`^${name}\\.html:3: the words have changed, but updatedAt is still 2026-10-01`),
        ),
      ])
      expect(world.loggedErrors).toEqual(problems())

      await world.write(`${name}.html`, consent('2026-10-05', 'Продайте моё имя.'))
      world.later()
      expect(await page(`/${name}`)).toMatchObject({
        body: '<p>Продайте моё имя.</p>',
        updatedAt: '2026-10-05',
      })
      expect(problems()).toEqual([])
    },
  )

  it('is remembered over a restart, and by every process', async () => {
    await world.open().page('/consent')
    await world.write('consent.html', consent('2026-10-01', 'Продайте моё имя.'))
    const other = world.open()
    expect(await other.page('/consent')).toMatchObject({ body: '<p>Храните моё имя.</p>' })
    expect(other.problems()).toHaveLength(1)
  })

  it('may get other mark-up, or become Markdown, with the same words', async () => {
    await world.open().page('/consent')
    await world.remove('consent.html')
    await world.write(
      'consent.md',
      '---\ntitle: Согласие\nupdatedAt: 2026-10-01\n---\n\nХраните **моё имя.**\n',
    )
    const { page, problems } = world.open()
    expect(await page('/consent')).toMatchObject({ body: '<p>Храните <strong>моё имя.</strong></p>' })
    expect(problems()).toEqual([])
  })

  it('changes with the company’s requisites, which takes a new version, too', async () => {
    await world.write('company.yaml', 'name: Исток\n')
    await world.write('consent.html', consent('2026-10-01', 'Храните моё имя, {{name}}.'))
    const { page } = world.open()
    expect(await page('/consent')).toMatchObject({ body: '<p>Храните моё имя, Исток.</p>' })
    await world.write('company.yaml', 'name: Устье\n')
    world.later()
    expect(await page('/consent')).toMatchObject({ body: '<p>Храните моё имя, Исток.</p>' })
  })

  it('is kept as each version has first shown it', async () => {
    await world.open().page('/consent')
    await world.write('consent.html', consent('2026-10-05', 'Продайте моё имя.'))
    await world.open().page('/consent')
    const kept = await database.database.db
      .selectFrom('consent_texts')
      .selectAll()
      .orderBy('version')
      .execute()
    expect(kept).toEqual([
      {
        path: '/consent',
        version: '2026-10-01',
        title: 'Согласие',
        description: null,
        body: '<p>Храните моё имя.</p>',
        first_shown_at: '2026-10-05T09:00:00.000Z',
      },
      expect.objectContaining({ version: '2026-10-05', body: '<p>Продайте моё имя.</p>' }),
    ])
  })
})
