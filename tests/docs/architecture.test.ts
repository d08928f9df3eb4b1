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

/** Rooms by their paths, as in `id["app/layouts, app/errors"]`. */
const roomsOf = (diagram: string): Map<string, string> =>
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

const sources = ['app', 'api', 'contract', 'format', 'monitoring', 'doctor']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .concat('server.ts', 'admin.ts')
  .filter((file) => /[.]tsx?$/.test(file) && !/[.](?:test[.]tsx?|d[.]ts)$/.test(file))

const pathOf = (importer: string, specifier: string): string | null => {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(importer), specifier)
  if (specifier.startsWith('~/')) return `app/${specifier.slice(2)}`
  return /^(?:api|contract|format|monitoring|doctor)[/]/.test(specifier) ? specifier : null
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

/** The room with the longest path that the file is in. */
const roomOf = (rooms: Map<string, string>, file: string): string | undefined =>
  [...rooms]
    .filter(([path]) => file === path || file.startsWith(`${path}/`))
    .sort(([one], [other]) => other.length - one.length)[0]?.[1]

/** The imports that go from room to room, as arrows. */
const crossings = (rooms: Map<string, string>): string[] => {
  const arrows = imports.flatMap(({ importer, imported }) => {
    const from = roomOf(rooms, importer)
    const to = roomOf(rooms, imported)
    return from === undefined || to === undefined || from === to ? [] : [`${from} --> ${to}`]
  })
  return [...new Set(arrows)].sort()
}

describe.each(['## The rooms', '### Inside app/server', '### Infrastructure of api/'])(
  'the diagram under %s',
  (heading) => {
    const diagram = diagramUnder(heading)
    const rooms = roomsOf(diagram)

    test('has an arrow for every import, and no other', () => {
      expect(arrowsOf(diagram).sort()).toEqual(crossings(rooms))
    })

    test('names existing folders and files', () => {
      expect(rooms.size).toBeGreaterThan(5)
      expect([...rooms.keys()].filter((path) => !existsSync(path))).toEqual([])
    })
  },
)

test('every file of the portal and the API is in a room', () => {
  const rooms = roomsOf(diagramUnder('## The rooms'))
  const homeless = sources.filter(
    (file) => !/^(?:contract|format|monitoring)[/]/.test(file) && !roomOf(rooms, file),
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
