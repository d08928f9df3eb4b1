import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** An absolute path inside the project. */
export const inProject = (...parts) => join(root, ...parts)

/** Changes to the project's folder, so that relative settings (DATA_DIR) are the same from everywhere. */
export function enterProject() {
  process.chdir(root)
}
