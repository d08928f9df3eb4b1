import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { load } from './support/load.mjs'
import { pages } from './support/pages.mjs'
import { signIn, startPortal } from './support/portal.mjs'
import { accountNumber, kinds, writeTable } from './support/write-tables.mjs'

const PAYMENTS = 500
const MB = 1_000_000

const sizeOfFile = (path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0

const sizeOfPostgres = async (url) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // Space that a migration or an import has freed is reused later, so it must not be counted.
    await client.query('vacuum full')
    const { rows } = await client.query('select pg_database_size(current_database()) as size')
    return Number(rows[0].size)
  } finally {
    await client.end()
  }
}

const secondsOf = async (work) => {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}

/** A guest pays an account in the test bank. Each guest has an own address, because limits count by address. */
const payAsGuest = async ({ url }, n) => {
  const headers = { 'x-forwarded-for': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`, origin: url }
  const send = async (address, body) => {
    const answer = await fetch(address, {
      method: 'POST',
      redirect: 'manual',
      headers,
      body: new URLSearchParams(body),
    })
    const location = answer.headers.get('location')
    if (location === null)
      throw new Error(`${address} leads nowhere: ${answer.status} ${await answer.text()}`)
    return location
  }
  const path = `${url}/pay?account=${accountNumber(n)}`
  const form = await (await fetch(path, { headers })).text()
  const idempotencyKey = /name="idempotencyKey" value="([^"]+)"/.exec(form)?.[1] ?? ''
  const intent = /name="intent" value="([^"]+)"/.exec(form)?.[1]
  const fields = {
    account: accountNumber(n),
    amount: '100',
    email: `guest-${n}@mail.example`,
    idempotencyKey,
  }
  const bank = await send(path, intent === undefined ? fields : { ...fields, intent })
  await send(bank, { card: '5555555555554444' })
}

/** How many responses one core gives in a second, by processor time, with the demo company on SQLite. */
const measureCore = async (seconds) => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-core-'))
  const portal = await startPortal(folder, { DATABASE_URL: '' })
  try {
    const cookie = await signIn(portal.url, portal.login)
    const rows = []
    for (const { path, signedIn } of pages) {
      await load(portal, path, signedIn ? cookie : undefined, 1)
      const { perProcessorSecond } = await load(portal, path, signedIn ? cookie : undefined, seconds)
      rows.push({ page: path, 'a second of one core': Math.round(perProcessorSecond) })
    }
    console.table(rows)
  } finally {
    await portal.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Prints how many pages a core can answer in a second. Then fills a database by the import and by payments in the test
 * bank, and prints what each kind adds to it. On SQLite, and with DATABASE_URL on that empty database of PostgreSQL. The
 * letters are those of the payments' receipts, as files.
 */
export const measureSizes = async ({ seconds, accounts }) => {
  await measureCore(seconds)
  const folder = mkdtempSync(join(tmpdir(), 'portal-sizes-'))
  const { DATABASE_URL } = process.env
  const env = {
    DATA_DIR: folder,
    DEMO_DATA: 'off',
    PAYMENT_GATEWAY: 'sandbox',
    SMTP_URL: 'file:',
    TRUST_PROXY: '1',
    METRICS_PORT: 'off',
  }
  const admin = (...words) =>
    promisify(execFile)(process.execPath, ['build/admin.js', ...words], {
      env: { ...process.env, LOG_LEVEL: 'warn', ...env },
    })
  const size = () =>
    DATABASE_URL
      ? sizeOfPostgres(DATABASE_URL)
      : sizeOfFile(join(folder, 'portal.sqlite')) + sizeOfFile(join(folder, 'portal.sqlite-wal'))
  const rows = []
  let before = 0
  const addRow = async (what, count, seconds) => {
    const now = await size()
    rows.push({
      what,
      count,
      'MB for 100,000': (((now - before) / count) * 100_000) / MB,
      seconds: Math.round(seconds),
    })
    before = now
  }
  let portal
  try {
    await admin('rebuild-balances')
    before = await size()
    for (const kind of kinds) {
      const path = await writeTable(folder, kind, accounts)
      await addRow(kind, accounts, await secondsOf(() => admin('import', kind, path, '--apply')))
      rmSync(path)
    }
    portal = await startPortal(folder, env)
    const paymentSeconds = await secondsOf(async () => {
      for (let n = 0; n < PAYMENTS; n += 1) await payAsGuest(portal, n)
    })
    await portal.stop()
    await addRow('payments in the portal', PAYMENTS, paymentSeconds)
    const backup = join(folder, 'backup')
    const backupSeconds = await secondsOf(() => admin('backup', backup))
    console.table(rows)
    console.table([
      {
        database: DATABASE_URL ? 'PostgreSQL' : 'SQLite',
        MB: before / MB,
        'backup, MB': sizeOfFile(backup) / MB,
        'backup, s': backupSeconds.toFixed(1),
      },
    ])
  } finally {
    await portal?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
