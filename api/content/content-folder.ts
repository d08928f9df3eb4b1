import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Log } from 'api/log'
import type { BaseData } from 'contract/base-data'
import type { Page, PageDocument, PageRedirect } from 'contract/pages'
import { ConfigError } from 'contract/settings'
import { ZodError } from 'zod'
import { parsePage } from './page-file'
import { parseRedirects, parseSite } from './site-files'

/** What an operator's folder holds, as it stands on the disk now or did a second ago. */
export interface Content {
  baseData(now: Date): BaseData
  /** Only paths of files that were found are known: nothing that a visitor sends is ever made into a file's name. */
  page(path: string, now: Date): Page | undefined
}

/** A file's contents and the stamp that tells when they changed; none when the file has never been right. */
interface Kept<Value> {
  stamp: string
  value: Value | undefined
}

interface Snapshot {
  site: Kept<BaseData> | undefined
  redirects: Kept<ReadonlyMap<string, PageRedirect>> | undefined
  pages: ReadonlyMap<string, Kept<PageDocument>>
}

/** Told in one line that names the file and the field. */
type Complain = (problem: string) => void

const recheckMs = 1_000
const PAGE = /^(?:[a-z0-9-]+\/)*[a-z0-9-]+\.html$/
const nothing: Snapshot = { site: undefined, redirects: undefined, pages: new Map() }

/**
 * Reads the folder; later edits show within a second. Throws a ConfigError when something in it is wrong at the start;
 * what becomes wrong later is logged, and the last good version stays.
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

// TextDecoder drops a byte order mark and refuses what is not UTF-8.
const textOf = (file: string) => new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))

function inOneLine(error: unknown): string {
  if (error instanceof ZodError) {
    const [issue] = error.issues
    return [issue?.path.map(String).join('.'), issue?.message].filter(Boolean).join(': ')
  }
  return (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ')
}
