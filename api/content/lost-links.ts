import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTextId, withHeadingIds } from 'contract/page-ids'
import { lineAt } from './bad-file'
import type { PageFile } from './content-folder'
import { namesIn, pathOf } from './page-names'

const LINK = /<a\s[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi
const ID = /\s(?:id|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi

const SITE = 'https://portal.invalid'
/** The browser scrolls to the start; the portal's skip link leads to `main`. */
const everywhere = ['', 'top', 'main']

/** The links to places that their page does not have, a line `file:line: what` each. */
export const lostLinks = (folder: string, pageAt: (path: string) => PageFile | undefined): string[] =>
  namesIn(folder)
    .sort()
    .flatMap((name) => {
      const path = pathOf(name)
      const page = path === null ? undefined : pageAt(path)
      if (path === null || page?.name !== name) return []
      const text = readFileSync(join(folder, name), 'utf8')
      return [...page.document.body.matchAll(LINK)].flatMap((link) => {
        const href = quoted(link)
        const lost = lostPlace(href, path, pageAt)
        return lost ? [`${name}:${lineAt(text, positionOf(href, text))}: ${lost}`] : []
      })
    })

/** What is wrong with a link on the page of this path; null for nothing. */
const lostPlace = (href: string, path: string, pageAt: (path: string) => PageFile | undefined) => {
  const target = URL.parse(href, SITE + path)
  const page = target?.origin === SITE && target.hash !== '' ? pageAt(decoded(target.pathname)) : undefined
  const id = decoded(target?.hash.slice(1) ?? '')
  if (!page || everywhere.includes(id) || idsOf(page.document.body).has(id)) return null
  return `leads to «${id}», which is no id in ${page.name}`
}

const idsOf = (body: string): ReadonlySet<string> => {
  const written = body.replace(ID, (...parts: string[]) => {
    const id = quoted(parts)
    return isTextId(id) ? ` id="${id}"` : ''
  })
  return new Set([...withHeadingIds(written).matchAll(ID)].map(quoted))
}

/** Where a link is written in its file. Markdown encodes addresses, and values of the company may stand in them. */
const positionOf = (href: string, text: string): number => {
  const spellings = [href, decoded(href), href.slice(href.indexOf('#'))]
  return Math.max(0, ...spellings.map((spelling) => text.indexOf(spelling)))
}

/** The value of an attribute, however it is quoted. */
const quoted = ([, double, single, bare]: Iterable<string | undefined>) => double ?? single ?? bare ?? ''

/** Percent-decoded; as it is where that is not possible. */
const decoded = (address: string) => {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
