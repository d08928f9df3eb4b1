import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from '../../tests/support/postgres'

/** The settings of a company's own server with 4 GB of memory. */
const SERVER_SETTINGS = { shared_buffers: '1GB' }

/**
 * Usage: tsx bench/support/postgres.ts FOLDER: prints the address of a new cluster, or `none`, and ends with its standard
 * input. FOLDER is removed then.
 */
const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Name the folder of the new cluster.')
// PostgreSQL may run as another user than this one.
chmodSync(folder, 0o711)
const postgres = await startPostgres(join(folder, 'postgres'), SERVER_SETTINGS)
console.log(postgres?.url ?? 'none')
process.stdin.resume()
process.stdin.once('end', async () => {
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})
