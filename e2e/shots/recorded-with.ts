import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('recorded/chromium.txt', import.meta.url))

/** The version of Chromium whose pictures were recorded; null: there are none yet. */
export const recordedWith = () => (existsSync(file) ? readFileSync(file, 'utf8').trim() : null)

export function recordVersion(version: string) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${version}\n`)
}

/** Width and height of a recorded picture, a WebP without loss. */
export function recordedSize(path: string): { width: number; height: number } {
  const bytes = readFileSync(path)
  if (bytes.toString('latin1', 12, 16) === 'VP8X')
    return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  const bits = bytes.readUInt32LE(21)
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
}
