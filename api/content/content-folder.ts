import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { escapeHtml } from 'api/mail/compose-letter'
import type { PageDocument, PageRedirect } from 'contract/pages'
import { fillPlaceholders, placeholderAt, placeholdersIn } from 'format/placeholders'
import type { Log } from 'monitoring/log'
import { ConfigError } from 'process/settings'
import { BadFile, lineAt, type Mistake } from './bad-file'
import { type Company, type CompanyValues, parseCompany } from './company-file'
import { type Logo, parseLogo } from './logo-file'
import { parseHtmlPage, parseMarkdownPage } from './markdown-page'
import { namesIn, pathOf } from './page-names'
import { parseRedirects } from './redirects-file'
import { emptySite, parseSite, type Site } from './site-file'

/** The pages whose `updatedAt` is stored with a customer's consent. */
export const consentPaths = ['/consent', '/autopay-agreement'] as const

export const isConsent = (path: string): boolean => consentPaths.some((consent) => consent === path)

/** The content of the folder, at most a second older than its files. */
interface ContentFolder {
  site(now: Date): Site
  /** Null if `company.yaml` was never valid. */
  company(now: Date): Company | null
  logo(now: Date): Logo | null
  redirect(path: string, now: Date): PageRedirect | undefined
  /** Only paths of existing files are known: no request is ever turned into a file name. */
  page(path: string, now: Date): PageFile | undefined
  /** Whether there is a file for this page, also one that can't be used. */
  has(path: string, now: Date): boolean
  /** The current problems, a line `file:line: what` each. */
  problems(now: Date): string[]
}

export interface PageFile {
  name: string
  document: PageDocument
  /** The line of `updatedAt`, or the first. */
  versionLine: number
}

/** The cached state of a file. */
interface CachedFile<Value> {
  /** Identifies the version that was read. */
  stamp: string
  /** The last valid version; undefined when there was none. */
  value: Value | undefined
  /** The problems of the version that was read. */
  problems: readonly string[]
}

interface Snapshot {
  site: CachedFile<Site>
  company: CachedFile<Company | null>
  logo: CachedFile<Logo | null>
  redirects: CachedFile<ReadonlyMap<string, PageRedirect>>
  pages: ReadonlyMap<string, CachedFile<PageFile>>
  /** The problems of the folder and its files. */
  problems: readonly string[]
}

const recheckMs = 1_000

const unreadFile = { stamp: 'unread', value: undefined, problems: [] }
const emptySnapshot: Snapshot = {
  site: unreadFile,
  company: unreadFile,
  logo: unreadFile,
  redirects: unreadFile,
  pages: new Map(),
  problems: [],
}

/**
 * Reads the folder; edits show within a second. A file that can't be used is logged once, at `error`, and its last valid
 * version stays; where there was none, the file counts as missing. Throws a ConfigError when there is no such folder.
 */
export function openFolder(folder: string, log: Log): ContentFolder {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new ConfigError(`CONTENT_DIR: there is no folder ${folder}`)
  const logProblems: LogProblems = (problems) =>
    log.error({ problems }, 'content can not be used, the last valid version stays')
  let snapshot = read(folder, emptySnapshot, logProblems)
  let checkedAt = Number.NEGATIVE_INFINITY

  const snapshotAt = (now: Date) => {
    if (Math.abs(now.getTime() - checkedAt) >= recheckMs) {
      checkedAt = now.getTime()
      snapshot = read(folder, snapshot, logProblems)
    }
    return snapshot
  }

  return {
    site: (now) => snapshotAt(now).site.value ?? emptySite,
    company: (now) => snapshotAt(now).company.value ?? null,
    logo: (now) => snapshotAt(now).logo.value ?? null,
    redirect: (path, now) => snapshotAt(now).redirects.value?.get(path),
    page: (path, now) => snapshotAt(now).pages.get(path)?.value,
    has: (path, now) => snapshotAt(now).pages.has(path),
    problems(now) {
      const { site, company, logo, redirects, pages, problems } = snapshotAt(now)
      return [
        ...problems,
        ...[company, logo, site, redirects, ...pages.values()].flatMap((file) => file.problems),
      ]
    },
  }
}

type LogProblems = (problems: readonly string[]) => void

function read(folder: string, before: Snapshot, logProblems: LogProblems): Snapshot {
  let names: string[]
  try {
    names = namesIn(folder)
  } catch (error) {
    const problems = [`${folder}: ${inOneLine(error)}`]
    if (before.problems[0] !== problems[0]) logProblems(problems)
    return { ...before, problems }
  }

  /** `basis`: other data on which the value depends. A change of `basis` makes the file be read again. */
  const readCached = <Value>(
    name: string,
    old: CachedFile<Value>,
    parse: (bytes: Uint8Array<ArrayBuffer>) => Value,
    basis = '',
  ): CachedFile<Value> => {
    let stamp = 'missing'
    try {
      const { mtimeMs, size } = statSync(join(folder, name))
      stamp = [mtimeMs, size, basis].join(' ')
      if (stamp === old.stamp) return old
      return { stamp, value: parse(new Uint8Array(readFileSync(join(folder, name)))), problems: [] }
    } catch (error) {
      if (stamp === old.stamp) return old
      const problems = mistakesOf(error).map((mistake) => asProblem(name, mistake))
      logProblems(problems)
      return { stamp, value: old.value, problems }
    }
  }
  const absentFile = <Value>(value: Value): CachedFile<Value> => ({ stamp: 'absent', value, problems: [] })

  const company = names.includes('company.yaml')
    ? readCached<Company | null>('company.yaml', before.company, (bytes) => parseCompany(textOf(bytes)))
    : absentFile(null)
  const logo = company.value?.logo
  const values = company.value?.values ?? {}
  const basis = JSON.stringify(values)

  const pageParser = (name: string, path: string) => (bytes: Uint8Array) => {
    const text = textOf(bytes)
    const page = name.endsWith('.md') ? parseMarkdownPage(text) : parseHtmlPage(text)
    if (isConsent(path) && page.updatedAt === undefined)
      throw new BadFile([{ line: 1, what: 'updatedAt: a consent has one, its version' }])
    const versionLine = lineAt(text, Math.max(0, text.search(/^[ \t]*updatedAt[ \t]*:/m)))
    return { name, document: withValues(page, values, text), versionLine }
  }
  const pages = new Map<string, CachedFile<PageFile>>()
  const problems: string[] = []
  // If an address has two files, the HTML file is used.
  for (const name of [...names].sort()) {
    const path = pathOf(name)
    if (path === null) continue
    if (pages.has(path))
      problems.push(asProblem(name, { what: 'is not used, there is an .html file of its name' }))
    else
      pages.set(
        path,
        readCached(name, before.pages.get(path) ?? unreadFile, pageParser(name, path), `${name} ${basis}`),
      )
  }
  const newProblems = problems.filter((problem) => !before.problems.includes(problem))
  if (newProblems.length > 0) logProblems(newProblems)

  return {
    company,
    logo:
      logo && 'file' in logo
        ? readCached<Logo | null>(logo.file, before.logo, (bytes) => parseLogo(logo.file, bytes), logo.file)
        : absentFile(null),
    site: readCached('site.json', before.site, (bytes) => parseSite(textOf(bytes))),
    redirects: names.includes('redirects.json')
      ? readCached('redirects.json', before.redirects, (bytes) => parseRedirects(textOf(bytes)))
      : absentFile(new Map()),
    pages,
    problems,
  }
}

// TextDecoder removes a byte order mark and rejects invalid UTF-8.
const textOf = (bytes: Uint8Array) => new TextDecoder('utf-8', { fatal: true }).decode(bytes)

const asProblem = (name: string, { line, what }: Mistake) =>
  line === undefined ? `${name}: ${what}` : `${name}:${line}: ${what}`

const mistakesOf = (error: unknown): readonly Mistake[] =>
  error instanceof BadFile
    ? error.mistakes
    : [{ what: isMissing(error) ? 'there is no such file' : inOneLine(error) }]

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

const inOneLine = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ')

/**
 * Replaces `{{name}}` in a page by the company's values. Throws a BadFile for names that `company.yaml` does not have.
 * `source` is the text of the page's file.
 */
export const withValues = (page: PageDocument, values: CompanyValues, source: string): PageDocument => {
  const unknown = placeholdersIn(source).filter((name) => !Object.hasOwn(values, name))
  if (unknown.length > 0)
    throw new BadFile(
      unknown.map((name) => ({
        line: lineAt(source, placeholderAt(source, name)),
        what: `company.yaml has no ${name} for {{${name}}}`,
      })),
    )
  const escaped = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, escapeHtml(value)]))
  return {
    ...page,
    title: fillPlaceholders(page.title, values),
    ...(page.description ? { description: fillPlaceholders(page.description, values) } : {}),
    body: fillPlaceholders(page.body, escaped),
  }
}
