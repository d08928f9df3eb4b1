import type { Stats } from 'node:fs'
import { access, mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import type { ImportName } from '../import/import-result'
import type { ImportSwitches } from '../import/run-import'

/** Differs when another file replaces this one under its name. No inode: some network file systems renumber them. */
type Version = Pick<Stats, 'size' | 'mtimeMs'>

export interface SettledFile {
  name: string
  path: string
  version: Version
}

export interface WaitingFile extends SettledFile {
  kind: ImportName
  /** The file of columns of its kind; undefined: there is none. */
  mapPath: string | undefined
  switches: ImportSwitches
}

/** The order of imports: each kind needs the kinds before it. */
const order: readonly ImportName[] = ['accounts', 'meters', 'balances', 'payments', 'invoices', 'charges']
/** `payments.csv`, `payments-2026-10-05.csv`; not while it is being written as `payments.csv.part`. */
const fileName = /^([a-z]+)(?:[-_.].*)?\.csv$/i
/** Files of columns, and files that a program is still writing or has locked. */
const isNoTable = /^[.~]|\.(?:ya?ml|part|filepart|partial|crdownload|te?mp|sw[px])$/i

/** The kind of a file of the folder; undefined if its name says none. */
export const kindByName = (name: string): ImportName | undefined => {
  const [, kind] = fileName.exec(name) ?? []
  return order.find((importName) => importName === kind?.toLowerCase())
}

/** The name also has the switches: `balances.confirmed.csv`, `charges-2026-10.skip-bad.csv`. */
const switchesIn = (name: string): ImportSwitches => {
  const words = name.split('.')
  return { apply: true, skipBad: words.includes('skip-bad'), confirmed: words.includes('confirmed') }
}

const versionOf = (path: string): Promise<Version | undefined> => stat(path).catch(() => undefined)

const isSame = (one: Version, other: Version) => one.size === other.size && one.mtimeMs === other.mtimeMs

const isThere = async ({ path, version }: SettledFile): Promise<boolean> => {
  const currentVersion = await versionOf(path)
  return currentVersion !== undefined && isSame(currentVersion, version)
}

/**
 * The files of a folder that wait to be imported. A file counts as complete once its size and time have been the same
 * for `settledMs`, by the clock of this process.
 */
export const importFolder = (
  folder: string,
  { settledMs, now }: { settledMs: number; now: () => number },
) => {
  const versions = new Map<string, { version: Version; since: number }>()

  /** Undefined while it may still change. */
  const settledVersion = async (name: string): Promise<Version | undefined> => {
    const currentVersion = await versionOf(join(folder, name))
    if (!currentVersion) return undefined
    const before = versions.get(name)
    if (before && isSame(before.version, currentVersion))
      return now() - before.since >= settledMs ? currentVersion : undefined
    versions.set(name, { version: currentVersion, since: now() })
    return undefined
  }

  return {
    /** Tables in the order of their import, and files with unknown names. */
    async complete(): Promise<{ tables: WaitingFile[]; unknown: SettledFile[] }> {
      const entries = await readdir(folder, { withFileTypes: true })
      const names = entries
        .filter((entry) => entry.isFile() && !isNoTable.test(entry.name))
        .map(({ name }) => name)
      for (const name of versions.keys()) if (!names.includes(name)) versions.delete(name)
      const tables: WaitingFile[] = []
      const unknown: SettledFile[] = []
      for (const name of names) {
        const version = await settledVersion(name)
        if (!version) continue
        const file = { name, path: join(folder, name), version }
        const kind = kindByName(name)
        if (kind)
          tables.push({ ...file, kind, mapPath: await mapOf(folder, kind), switches: switchesIn(name) })
        else unknown.push(file)
      }
      tables.sort(
        (one, other) =>
          order.indexOf(one.kind) - order.indexOf(other.kind) || (one.name < other.name ? -1 : 1),
      )
      return { tables, unknown }
    },

    /**
     * Moves a file to `done` or `failed`, with its report beside it. If another file has replaced it meanwhile, that
     * file stays for an import of its own, and only the report is written. Returns whether this call has moved the
     * file.
     */
    async put(file: SettledFile, place: 'done' | 'failed', report: string): Promise<boolean> {
      const target = join(folder, place)
      await mkdir(target, { recursive: true })
      const { name: stem, ext } = parse(file.name)
      const isFree = (await isThere(file)) && !(await exists(join(target, file.name)))
      const name = isFree
        ? file.name
        : `${stem}.${new Date(now()).toISOString().replace(/[-:]|\.\d+/g, '')}${ext}`
      // `payments.xlsx` may come beside `payments.csv`.
      const reportName = ext === '.csv' ? parse(name).name : name
      await writeFile(join(target, `${reportName}.report.txt`), `${report}\n`)
      versions.delete(file.name)
      // It may have been replaced since.
      if (!(await isThere(file))) return false
      await rename(file.path, join(target, name))
      return true
    },
  }
}

/** The file of columns of a kind in the folder; undefined: there is none. */
export const mapOf = async (folder: string, kind: ImportName): Promise<string | undefined> => {
  const path = join(folder, `${kind}.yaml`)
  return (await exists(path)) ? path : undefined
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
