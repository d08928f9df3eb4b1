import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Queries } from 'api/db/database'
import { isTextId, withHeadingIds } from 'contract/page-ids'
import { isPortalRoute } from 'contract/portal-routes'
import { noLog } from 'monitoring/log'
import { lineAt } from './bad-file'
import { changedUnderVersion, isChanged } from './consent-texts'
import { consentPaths, openFolder, type PageFile } from './content-folder'
import { namesIn, pathOf } from './page-names'

interface CheckedContent {
  contentDir: string
  /** Null: the consents are not compared with their stored versions. */
  db: Queries | null
  /** Whether the content may name the invented company, because the portal has no real customers. */
  isSample: boolean
}

/**
 * Lists the problems of a content folder, a line `file:line: what` each: problems that a server would report, traces of
 * the invented company, pages that nobody can see, links to missing places of a page, and missing consents. Throws a
 * ConfigError when there is no such folder.
 */
export const checkContent = async ({ contentDir, db, isSample }: CheckedContent): Promise<string[]> => {
  const folder = openFolder(contentDir, noLog)
  const now = new Date()
  const problems = [
    ...folder.problems(now),
    ...(isSample ? [] : sampleNames(contentDir)),
    ...unseenPages(contentDir),
    ...brokenLinks(contentDir, (path) => folder.page(path, now)),
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

/** The files that look like pages but that nobody can see, a line with the reason each. */
const unseenPages = (folder: string): string[] =>
  namesIn(folder)
    .filter(looksLikePage)
    .sort()
    .flatMap((name) => {
      const why = reasonUnseen(name)
      return why === null ? [] : [`${name}: ${why}`]
    })

const looksLikePage = (name: string) => {
  const parts = name.split('/')
  // A mounted ConfigMap has its files a second time, in a folder whose name begins with dots.
  const isHidden = parts.some((part) => part.startsWith('.'))
  return !isHidden && parts.at(-1) !== 'README.md' && /\.(html?|md)$/i.test(name)
}

const reasonUnseen = (name: string) => {
  const path = pathOf(name)
  if (path === null)
    return 'is no page: names are of lower-case Latin letters, digits and hyphens, and end with .html or .md'
  return isPortalRoute(path) ? `is never shown: ${path} is an address of the portal’s own` : null
}

/**
 * Names, numbers and phones that only the invented company of the shipped content has. Not its streets: any town has
 * them.
 */
const sampleMarks = new RegExp(
  [
    /Тих(?:ий|ого|ому|им|ом)\s+берег|Тихобережск/,
    /5099003455|1195099000348|509901001|\b140999\b|(?:\+7|\b8)[\s(-]*(?:800|495)[\s)-]*000/,
    // Reserved for examples.
    /\.example\b|@example\.(?:com|net|org)/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

const isServed = (name: string) =>
  /\.(html|md|json|ya?ml)$/.test(name) && !/(^|\/)(README\.md$|\.)/.test(name)

/** The lines that still name the invented company, as `file:line: what`. */
export const sampleNames = (folder: string): string[] =>
  namesIn(folder)
    .filter(isServed)
    .sort()
    .flatMap((name) => {
      const lines = readFileSync(join(folder, name), 'utf8').split('\n')
      return lines.flatMap((text, index) => {
        const mark = sampleMarks.exec(text)?.[0]
        return mark === undefined ? [] : [`${name}:${index + 1}: speaks of the invented company: «${mark}»`]
      })
    })

const LINK = /<a\s[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi
const ID = /\s(?:id|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi

const SITE = 'https://portal.invalid'
/** The browser scrolls to the start; the portal's skip link leads to `main`. */
const idsOfEveryPage = ['', 'top', 'main']

/** The links to places that their page does not have, a line `file:line: what` each. */
const brokenLinks = (folder: string, pageAt: (path: string) => PageFile | undefined): string[] =>
  namesIn(folder)
    .sort()
    .flatMap((name) => {
      const path = pathOf(name)
      const page = path === null ? undefined : pageAt(path)
      if (path === null || page?.name !== name) return []
      const text = readFileSync(join(folder, name), 'utf8')
      return [...page.document.body.matchAll(LINK)].flatMap((link) => {
        const href = attributeValue(link)
        const reason = brokenLinkReason(href, path, pageAt)
        return reason ? [`${name}:${lineAt(text, positionOf(href, text))}: ${reason}`] : []
      })
    })

/** Why a link on the page of this path is broken; null if it works. */
const brokenLinkReason = (href: string, path: string, pageAt: (path: string) => PageFile | undefined) => {
  const target = URL.parse(href, SITE + path)
  const page =
    target?.origin === SITE && target.hash !== '' ? pageAt(decodeAddress(target.pathname)) : undefined
  const id = decodeAddress(target?.hash.slice(1) ?? '')
  if (!page || idsOfEveryPage.includes(id) || idsOf(page.document.body).has(id)) return null
  return `leads to «${id}», which is no id in ${page.name}`
}

const idsOf = (body: string): ReadonlySet<string> => {
  const html = body.replace(ID, (...parts: string[]) => {
    const id = attributeValue(parts)
    return isTextId(id) ? ` id="${id}"` : ''
  })
  return new Set([...withHeadingIds(html).matchAll(ID)].map(attributeValue))
}

/** The position of a link in its file. Markdown encodes addresses, and they may contain values of the company. */
const positionOf = (href: string, text: string): number => {
  const spellings = [href, decodeAddress(href), href.slice(href.indexOf('#'))]
  return Math.max(0, ...spellings.map((spelling) => text.indexOf(spelling)))
}

/** The value of an attribute, however it is quoted. */
const attributeValue = ([, double, single, bare]: Iterable<string | undefined>) =>
  double ?? single ?? bare ?? ''

/** Percent-decodes an address; returns it unchanged if that is not possible. */
const decodeAddress = (address: string) => {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
