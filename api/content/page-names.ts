import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

const PAGE = /^((?:[a-z0-9-]+\/)*[a-z0-9-]+)\.(html|md)$/

/** The paths of all files in the folder and its subfolders, relative to the folder. */
export const namesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))

/** The address of a file's page; null if the file is no page. */
export const pathOf = (name: string): string | null => {
  const [, path] = PAGE.exec(name) ?? []
  if (path === undefined) return null
  return path === 'index' ? '/' : `/${path}`
}
