import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The folder of this Node if its C++ headers came with it, as in archives and images of nodejs.org; else undefined. */
export function folderWithHeaders(executable = process.execPath) {
  // Resolved as text: the system finds nothing in `bin/node/..`, because `bin/node` is a file.
  const folder = resolve(executable, '..', '..')
  return existsSync(join(folder, 'include', 'node', 'node_version.h')) ? folder : undefined
}
