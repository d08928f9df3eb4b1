import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** An absolute path inside the project. */
export const inProject = (...parts) => join(root, ...parts)

/** Makes the project's folder the current one, so that relative settings (DATA_DIR) mean the same from anywhere. */
export function enterProject() {
  process.chdir(root)
}
