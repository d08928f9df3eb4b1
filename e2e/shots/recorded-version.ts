import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('recorded/chromium.txt', import.meta.url))

/** The Chromium version of the recorded pictures; null: there are none yet. */
export const recordedVersion = () => (existsSync(file) ? readFileSync(file, 'utf8').trim() : null)

export function recordVersion(version: string) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${version}\n`)
}

/** The size of a recorded picture. */
export function recordedSize(path: string): { width: number; height: number } {
  const png = readFileSync(path)
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
}
