import { readdirSync } from 'node:fs'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { inProject } from '../prepare/root.mjs'
import { longRows } from './long-rows.mjs'
import { sourcesOf, sourcesOfJourneys, sourcesOfOverload, sourcesOfPages } from './row-sources.mjs'

const filesIn = (folder, ending) =>
  readdirSync(inProject(folder), { recursive: true })
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`)

/** The project's files that these import, themselves included. */
async function importedBy(entryPoints) {
  const { metafile } = await build({
    entryPoints,
    absWorkingDir: inProject(),
    bundle: true,
    write: false,
    metafile: true,
    outdir: 'build',
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'silent',
    loader: Object.fromEntries(['.svg', '.png', '.woff2', '.txt', '.md'].map((ending) => [ending, 'empty'])),
  })
  return Object.keys(metafile.inputs)
}

const isIn = (sources) => (file) => sources.some((source) => file === source || file.startsWith(`${source}/`))

const covers = async (sources, entryPoints) => {
  const files = await importedBy(entryPoints)
  expect(files.length).toBeGreaterThan(entryPoints.length)
  expect(files.filter((file) => !isIn(sources)(file))).toEqual([])
}

const testFiles = longRows.flatMap(({ row }) => row.match(/^\S+\.test\.ts/) ?? [])

test.each([...new Set(testFiles.map((file) => file.split('/').slice(0, -1).slice(0, 2).join('/')))])(
  'a row of %s is repeated when a file that it imports has changed',
  async (folder) => {
    const ofFolder = [...new Set(testFiles.filter((file) => file.startsWith(`${folder}/`)))]
    await covers(sourcesOf(ofFolder[0]), ofFolder)
  },
)

test('the rows of the API are repeated when one of their child processes has changed', () =>
  covers(sourcesOf('tests/api'), filesIn('tests/api/support', '-process.ts')))

test('the journeys are repeated when a file that they import has changed', () =>
  covers(sourcesOfJourneys, filesIn('e2e', '.ts')))

test.each([
  { sources: sourcesOfOverload, files: ['bench/measure-overload.mjs'] },
  {
    sources: sourcesOfPages,
    files: ['measure-pages', 'support/bare', 'support/raw'].map((name) => `bench/${name}.mjs`),
  },
])('the measurement of $files is repeated when a file that it imports has changed', ({ sources, files }) =>
  covers(sources, files),
)

test('the mutants of an area are tested again when its code or its tests have changed', () => {
  const ofAreas = longRows.filter(({ row }) => row.startsWith('mutation-'))
  expect(ofAreas.length).toBeGreaterThan(10)
  for (const { row, sources, settings } of ofAreas) {
    const named = [...settings.mutate, ...settings.tests].map((glob) => glob.replace('!', ''))
    expect(
      named.filter((glob) => !isIn(sources)(glob)),
      row,
    ).toEqual([])
  }
})
