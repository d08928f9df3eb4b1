import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { inProject } from '../prepare/root.mjs'

const TEXT = /[.](js|mjs|css|svg|json|txt|html|xml|webmanifest)$/
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }

/** Writes a .br and a .gz file beside every text asset, which the server sends directly. */
export async function precompress() {
  const folder = inProject('build', 'client', 'assets')
  const names = readdirSync(folder, { recursive: true }).filter((name) => TEXT.test(name))
  await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name)
      const content = await readFile(file)
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content, BROTLI))
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
    }),
  )
}
