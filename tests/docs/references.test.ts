import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'

const inDocs = readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((file) => `docs/${file}`)
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...inDocs.filter((file) => file.endsWith('.md')),
]

const headingId = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(' ', '-')

const headingsOf = (page: string) =>
  [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => headingId(heading))

test.each(pages)('%s links to existing pages and headings', (page) => {
  const links = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  const broken = links
    .filter((link) => !/^https?:/.test(link))
    .filter((link) => {
      const [path = '', heading] = link.split('#')
      const target = path === '' ? page : posix.join(posix.dirname(page), path)
      if (!existsSync(target)) return true
      return heading !== undefined && !headingsOf(target).includes(heading)
    })
  expect(broken).toEqual([])
})

test.each(pages)('%s names only words that are in the file', (page) => {
  const said = [...readFileSync(page, 'utf8').matchAll(/`([\w-]+)`\s+in\s+`([\w./-]+)`/g)]
  const isWrong = (what: string, file: string) =>
    statSync(file, { throwIfNoEntry: false })?.isFile() && !readFileSync(file, 'utf8').includes(what)
  const wrong = said.filter(([, what = '', file = '']) => isWrong(what, file)).map(([words]) => words)
  expect(wrong).toEqual([])
})

/** Created by the worked example of CONTRIBUTING.md. */
const isOfTheExample = (path: string) => /greeting/.test(path)

test.each(pages)('%s names existing files and folders', (page) => {
  const named = [
    ...readFileSync(page, 'utf8').matchAll(/`((?:app|api|contract|e2e|format|scripts|tests)[/][\w./-]+)`/g),
  ]
  const missing = named
    .map(([, path = '']) => path)
    .filter((path) => !existsSync(path) && !isOfTheExample(path))
  expect(missing).toEqual([])
})
