import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Queries } from 'api/db/database'
import { isPortalRoute } from 'contract/portal-routes'
import { noLog } from 'monitoring/log'
import { changedUnderVersion, isChanged } from './consent-texts'
import { consentPaths, openFolder } from './content-folder'
import { lostLinks } from './lost-links'
import { namesIn, pathOf } from './page-names'

interface CheckedContent {
  contentDir: string
  /** Null: the consents are not compared with their stored versions. */
  db: Queries | null
  /** Whether the invented company may be in it, because nobody is a customer of it. */
  isSample: boolean
}

/**
 * What a server would say of this folder, a line `file:line: what` each, then what is left of the invented company, which
 * pages nobody can see, which links lead nowhere on their page, and which consents are missing. Throws a ConfigError when there is no such folder.
 */
export const checkContent = async ({ contentDir, db, isSample }: CheckedContent): Promise<string[]> => {
  const folder = openFolder(contentDir, noLog)
  const now = new Date()
  const problems = [
    ...folder.problems(now),
    ...(isSample ? [] : sampleNames(contentDir)),
    ...unseenPages(contentDir),
    ...lostLinks(contentDir, (path) => folder.page(path, now)),
  ]
  for (const path of consentPaths) {
    if (!folder.has(path, now))
      problems.push(`${path}: there is no such page, so a customer’s consent is stored without a version`)
    const file = folder.page(path, now)
    if (db && file && (await isChanged(db, path, file)))
      problems.push(changedUnderVersion(file, file.document.updatedAt ?? ''))
  }
  return problems
}

/** The files that look like pages and that nobody can ever see, a line with the reason each. */
const unseenPages = (folder: string): string[] =>
  namesIn(folder)
    .filter(looksLikePage)
    .sort()
    .flatMap((name) => {
      const why = whyUnseen(name)
      return why === null ? [] : [`${name}: ${why}`]
    })

const looksLikePage = (name: string) => {
  const parts = name.split('/')
  // A mounted ConfigMap has its files a second time, in a folder whose name begins with dots.
  const isHidden = parts.some((part) => part.startsWith('.'))
  return !isHidden && parts.at(-1) !== 'README.md' && /\.(html?|md)$/i.test(name)
}

const whyUnseen = (name: string) => {
  const path = pathOf(name)
  if (path === null)
    return 'is no page: names are of lower-case Latin letters, digits and hyphens, and end with .html or .md'
  return isPortalRoute(path) ? `is never shown: ${path} is an address of the portal’s own` : null
}

/** What only the invented company of the shipped content has: its name, place, numbers and phones. Its streets are those of any town. */
const marks = new RegExp(
  [
    /Тих(?:ий|ого|ому|им|ом)\s+берег|Тихобережск/,
    /5099003455|1195099000348|509901001|\b140999\b|(?:\+7|\b8)[\s(-]*(?:800|495)[\s)-]*000/,
    // Nobody's: reserved for examples.
    /\.example\b|@example\.(?:com|net|org)/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

const isServed = (name: string) =>
  /\.(html|md|json|ya?ml)$/.test(name) && !/(^|\/)(README\.md$|\.)/.test(name)

/** The lines that still speak of the invented company, as `file:line: what`. */
export const sampleNames = (folder: string): string[] =>
  namesIn(folder)
    .filter(isServed)
    .sort()
    .flatMap((name) => {
      const lines = readFileSync(join(folder, name), 'utf8').split('\n')
      return lines.flatMap((text, index) => {
        const mark = marks.exec(text)?.[0]
        return mark === undefined ? [] : [`${name}:${index + 1}: speaks of the invented company: «${mark}»`]
      })
    })
