import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Log } from 'api/log'
import type { BaseData } from 'contract/base-data'
import type { Page, PageDocument, PageRedirect } from 'contract/pages'
import { ConfigError } from 'contract/settings'
import { ZodError } from 'zod'
import { parsePage } from './page-file'
import { parseRedirects, parseSite } from './site-files'

/** The company's content, at most a second older than the files. */
export interface Content {
  baseData(now: Date): BaseData
  /** Only paths of existing files are known: no request is ever turned into a file name. */
  page(path: string, now: Date): Page | undefined
}

/** A file's content and the stamp of its version; no content when the file was never valid. */
interface Kept<Value> {
  stamp: string
  value: Value | undefined
}

interface Snapshot {
  site: Kept<BaseData> | undefined
  redirects: Kept<ReadonlyMap<string, PageRedirect>> | undefined
  pages: ReadonlyMap<string, Kept<PageDocument>>
}

/** Gets one line that names the file and the field. */
type Complain = (problem: string) => void

const recheckMs = 1_000
const PAGE = /^(?:[a-z0-9-]+\/)*[a-z0-9-]+\.html$/
const nothing: Snapshot = { site: undefined, redirects: undefined, pages: new Map() }

/**
 * Reads the folder; edits show within a second. Throws a ConfigError for an invalid folder at the start; later errors
 * are logged, and the last valid version is kept.
 */
export function openContent(folder: string, log: Log): Content {
  let snapshot = read(folder, nothing, (problem) => {
    throw new ConfigError(`CONTENT_DIR: ${problem}`)
  })
  let checkedAt = 0

  const at = (now: Date) => {
    if (Math.abs(now.getTime() - checkedAt) >= recheckMs) {
      checkedAt = now.getTime()
      snapshot = read(folder, snapshot, (problem) => log.error({ problem }, 'content is not as it should be'))
    }
    return snapshot
  }

  return {
    baseData(now) {
      const data = at(now).site?.value
      if (!data) throw new Error('There is no base data')
      return data
    },
    page(path, now) {
      const { redirects, pages } = at(now)
      const redirect = redirects?.value?.get(path)
      return redirect ? { redirect } : pages.get(path)?.value
    },
  }
}

function read(folder: string, before: Snapshot, complain: Complain): Snapshot {
  const kept = <Value>(name: string, old: Kept<Value> | undefined, parse: (text: string) => Value) => {
    let stamp = ''
    try {
      const { mtimeMs, size } = statSync(join(folder, name))
      stamp = `${mtimeMs} ${size}`
      if (stamp === old?.stamp) return old
      return { stamp, value: parse(textOf(join(folder, name))) }
    } catch (error) {
      if (stamp !== old?.stamp) complain(`${name}: ${inOneLine(error)}`)
      return { stamp, value: old?.value }
    }
  }
  try {
    const names = namesIn(folder)
    const pages = names
      .filter((name) => PAGE.test(name))
      .map((name) => [pathOf(name), kept(name, before.pages.get(pathOf(name)), parsePage)] as const)
    return {
      site: kept('site.json', before.site, parseSite),
      redirects: names.includes('redirects.json')
        ? kept('redirects.json', before.redirects, parseRedirects)
        : undefined,
      pages: new Map(pages),
    }
  } catch (error) {
    if (error instanceof ConfigError) throw error
    complain(`${folder}: ${inOneLine(error)}`)
    return before
  }
}

function namesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
}

const pathOf = (name: string) => (name === 'index.html' ? '/' : `/${name.slice(0, -'.html'.length)}`)

// TextDecoder removes a byte order mark and rejects invalid UTF-8.
const textOf = (file: string) => new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))

function inOneLine(error: unknown): string {
  if (error instanceof ZodError) {
    const [issue] = error.issues
    return [issue?.path.map(String).join('.'), issue?.message].filter(Boolean).join(': ')
  }
  return (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ')
}
