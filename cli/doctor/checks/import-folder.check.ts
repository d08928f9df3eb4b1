import { randomUUID } from 'node:crypto'
import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { kindByName } from 'api/company-data'
import type { ApiConfig } from 'api/config'
import { freeSpace, MEGABYTE } from 'monitoring/free-space'
import { systemUser } from 'process/system-user'
import { type Check, failed, notChecked, ok, reasonOf, warning } from '../check'

/** Reports and imported files stay there until the company clears them away. */
const warningBytes = 1_024 * MEGABYTE
/** Longer than the largest import takes, with the imports that wait before it. */
const longMinutes = 30
const mostNamed = 3

interface ImportFolderOptions extends Pick<ApiConfig, 'importDir' | 'importReportTo'> {
  /** Free bytes; for tests, like the clock. */
  freeBytes?: (folder: string) => Promise<number>
  /** In milliseconds. */
  now?: () => number
}

/** Whether the worker can take files from IMPORT_DIR, and takes them. */
export const importFolderCheck = ({
  importDir,
  importReportTo,
  freeBytes = freeSpace,
  now = Date.now,
}: ImportFolderOptions): Check => ({
  name: 'import folder',
  async run() {
    if (importDir === undefined) return notChecked('IMPORT_DIR is not set')
    const folder = await stat(importDir).catch(() => null)
    if (!folder?.isDirectory())
      return failed(
        `there is no folder ${importDir}`,
        'Make it, or correct IMPORT_DIR: the server does not start without it.',
      )
    const reason = await writeError(importDir)
    if (reason !== null)
      return failed(
        `${systemUser()} can not write to ${importDir}: ${reason}`,
        'Files are moved away there. Let it belong to the server’s user, and name it in ReadWritePaths of a systemd unit.',
      )

    const { names, waitsMinutes, unknown } = await filesIn(importDir, now())
    const summary = [`${importDir} can be written`, `files waiting: ${names.length}`]
    const advice: string[] = []
    if (waitsMinutes >= longMinutes) {
      summary.push(`the oldest for ${waitsMinutes} minutes`)
      advice.push('See whether a server with IMPORT_DIR runs, and what its log says about the import folder.')
    }
    if (unknown.length > 0) {
      summary.push(`${unknown.length} named after no table: ${unknown.slice(0, mostNamed).join(', ')}`)
      advice.push('Name files after their table, such as payments.csv: others are moved to failed.')
    }
    const free = await freeBytes(importDir)
    summary.push(`${Math.floor(free / MEGABYTE)} MB are free`)
    if (free < warningBytes) advice.push('Clear away what is in done and failed, or make space.')
    if (importReportTo === undefined) {
      summary.push('nobody gets the reports')
      advice.push('Set IMPORT_REPORT_TO to the e-mail of the person who handles the files.')
    }
    return advice.length > 0 ? warning(summary.join(', '), advice.join(' ')) : ok(summary.join(', '))
  },
})

const writeError = async (folder: string): Promise<string | null> => {
  const probe = join(folder, `.doctor-${randomUUID()}`)
  try {
    await writeFile(probe, '')
    await rm(probe)
    return null
  } catch (error) {
    return reasonOf(error)
  }
}

const filesIn = async (folder: string, now: number) => {
  const entries = await readdir(folder, { withFileTypes: true })
  const tables = entries
    .filter((entry) => entry.isFile() && /\.csv$/i.test(entry.name))
    .map(({ name }) => name)
  const names = tables.filter((name) => kindByName(name) !== undefined)
  // The ctime is when the file arrived; the mtime may be much older.
  const cameAt = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ ctimeMs }) => ctimeMs,
        () => now,
      ),
    ),
  )
  return {
    names,
    waitsMinutes: Math.floor((now - Math.min(now, ...cameAt)) / 60_000),
    unknown: tables.filter((name) => kindByName(name) === undefined),
  }
}
