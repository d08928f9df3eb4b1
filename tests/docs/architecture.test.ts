import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

const page = readFileSync('docs/architecture.md', 'utf8')

/** The text of the first diagram under a heading. */
const diagramUnder = (heading: string): string => {
  const diagram = page.split(`\n${heading}\n`)[1]?.split('```mermaid\n')[1]?.split('\n```')[0]
  if (diagram === undefined) throw new Error(`There is no diagram under ${heading}`)
  return diagram
}

/** Modules by their paths, as in `id["app/layouts, app/errors"]`. */
const modulesOf = (diagram: string): Map<string, string> =>
  new Map(
    [...diagram.matchAll(/^\s*(\w+)\["([^"]+)"\]$/gm)].flatMap(([, id = '', paths = '']) =>
      paths.split(', ').map((path) => [path, id] as const),
    ),
  )

/** `a & b --> c & d` are four arrows. */
const arrowsOf = (diagram: string): string[] =>
  [...diagram.matchAll(/^\s*(\w+(?: & \w+)*) --> (\w+(?: & \w+)*)$/gm)].flatMap(([, from = '', to = '']) =>
    from.split(' & ').flatMap((one) => to.split(' & ').map((other) => `${one} --> ${other}`)),
  )

const sources = ['app', 'api', 'contract', 'format', 'monitoring', 'process', 'cli']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .concat('server.ts')
  .filter((file) => /[.]tsx?$/.test(file) && !/[.](?:test[.]tsx?|d[.]ts)$/.test(file))

const pathOf = (importer: string, specifier: string): string | null => {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(importer), specifier)
  if (specifier.startsWith('~/')) return `app/${specifier.slice(2)}`
  return /^(?:api|contract|format|monitoring|process|cli)[/]/.test(specifier) ? specifier : null
}

const fileOf = (path: string) =>
  [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find((file) => sources.includes(file))

/** Every import of one of these files by another, types and dynamic ones, too. */
const imports = sources.flatMap((importer) =>
  ts.preProcessFile(readFileSync(importer, 'utf8')).importedFiles.flatMap(({ fileName }) => {
    const path = pathOf(importer, fileName)
    const imported = path === null ? undefined : fileOf(path)
    return imported === undefined ? [] : [{ importer, imported }]
  }),
)

/** The module with the longest path that the file is in. */
const moduleOf = (modules: Map<string, string>, file: string): string | undefined =>
  [...modules]
    .filter(([path]) => file === path || file.startsWith(`${path}/`))
    .sort(([one], [other]) => other.length - one.length)[0]?.[1]

/** The imports that go from module to module, as arrows. */
const crossings = (modules: Map<string, string>): string[] => {
  const arrows = imports.flatMap(({ importer, imported }) => {
    const from = moduleOf(modules, importer)
    const to = moduleOf(modules, imported)
    return from === undefined || to === undefined || from === to ? [] : [`${from} --> ${to}`]
  })
  return [...new Set(arrows)].sort()
}

describe.each(['## The modules', '### Inside app/server', '### Infrastructure of api/'])(
  'the diagram under %s',
  (heading) => {
    const diagram = diagramUnder(heading)
    const modules = modulesOf(diagram)

    test('has an arrow for every import, and no other', () => {
      expect(arrowsOf(diagram).sort()).toEqual(crossings(modules))
    })

    test('names existing folders and files', () => {
      expect(modules.size).toBeGreaterThan(5)
      expect([...modules.keys()].filter((path) => !existsSync(path))).toEqual([])
    })
  },
)

test('every file of the portal, the API and the commands is in a module', () => {
  const modules = modulesOf(diagramUnder('## The modules'))
  const homeless = sources.filter(
    (file) => !/^(?:contract|format|monitoring|process)[/]/.test(file) && !moduleOf(modules, file),
  )
  expect(homeless).toEqual([])
})

test('the diagram of a request names the middlewares in their order', () => {
  const [, inPortal = ''] = diagramUnder('## A request').split('subgraph portal')
  const drawn = [
    ...(inPortal.split('\n  end')[0] ?? '').matchAll(/^ +(\w+)\["(\w+): .*?"\](?: --> (\w+))?$/gm),
  ]
  const names = drawn.map(([, id]) => id)
  expect(drawn.map(([, , label]) => label)).toEqual(names)
  expect(drawn.map(([, , , next]) => next)).toEqual([...names.slice(1), undefined])
  const source = readFileSync('app/server/portal.server.ts', 'utf8')
  const used = [...source.matchAll(/\bapp\.use\(\s*(?:deps\.)?(\w+)/g)]
  expect(used.length).toBeGreaterThan(10)
  expect(names).toEqual(used.map(([, name]) => name))
})
