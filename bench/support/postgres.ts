import { startPostgres } from '../../tests/support/postgres'

/** Usage: tsx bench/support/postgres.ts FOLDER: serves PostgreSQL, prints its address, ends with the standard input. */
const postgres = await startPostgres(process.argv[2] ?? '')
console.log(postgres?.url ?? 'none')
process.stdin.resume()
process.stdin.once('end', () => void postgres?.stop().then(() => process.exit(0)))
