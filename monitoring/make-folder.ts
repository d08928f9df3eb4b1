import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it, for their owner only; one that is there stays as it is. The recursive `mkdir` of Node
 * never ends where a folder is there and takes none, as `/proc`.
 */
export const makeFolder = (path: string): void => {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process was faster.
    if (!existsSync(path)) throw error
  }
}
