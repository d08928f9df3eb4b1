import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inProject } from './root.mjs'

/** Whether the stamp file has this value; false when it is missing. */
export function isStamped(file, value) {
  try {
    return readFileSync(file, 'utf8') === value
  } catch {
    return false
  }
}

/** Writes the stamp; call it last, so that it means that the work is complete. */
export function stamp(file, value) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, value)
}

function filesIn(path) {
  const entries = readdirSync(inProject(path), { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
}

/** One hash of the names and contents of files and folders; missing ones are skipped. */
export function hashOf(paths, isCounted = () => true) {
  const hash = createHash('sha256')
  for (const path of paths) {
    let files
    try {
      files = filesIn(path).filter(isCounted).sort()
    } catch (error) {
      if (error.code === 'ENOENT') continue
      if (error.code !== 'ENOTDIR') throw error
      files = [inProject(path)]
    }
    for (const file of files)
      hash
        .update(`${file.slice(inProject().length)}\0`)
        .update(readFileSync(file))
        .update('\0')
  }
  return hash.digest('hex')
}
