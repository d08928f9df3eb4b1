import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inProject } from './root.mjs'

/** Does the stamp file hold this value? A missing one does not. */
export function isStamped(file, value) {
  try {
    return readFileSync(file, 'utf8') === value
  } catch {
    return false
  }
}

/** Writes the stamp; call it last, so that a stamp means that the work was done to its end. */
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

/** One hash over the names and contents of the project's files and folders named; a missing one counts as none. */
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
