import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { startPostgres } from './support/start-postgres.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

const numberOf = (index) => String(100_000_000 + index)
const payee = 'ТСЖ;5099006417;Банк;044599871;30101810800000000871;40703810320000005317'
const servicesOf = 5

/** The tables in the order of their import: `head` has the columns' names, `line` returns the line with an index. */
const tables = {
  accounts: {
    head: 'account;address;payer;payee_name;payee_inn;payee_bank;payee_bic;payee_correspondent_account;payee_settlement_account',
    line: (index) => `${numberOf(index)};г. Липовск, ул. Садовая, д. ${index % 97};Орлова Мария;${payee}`,
  },
  payments: {
    head: 'id;account;day;amount',
    // Scattered over the accounts and over the days of a year.
    line: (index, lines) =>
      `К-${index};${numberOf((index * 7919) % lines)};2025-${twoDigits(1 + (index % 12))}-${twoDigits(1 + (index % 28))};1,00`,
  },
  charges: {
    head: 'account;period;issued;due;service;unit;volume;tariff;charged',
    line: (index) =>
      `${numberOf(Math.floor(index / servicesOf))};2026-01;2026-02-01;2026-02-15;Услуга ${index % servicesOf};м³;3;45,27;135,81`,
  },
  // For the accounts after those with charges. Each account has paid one ruble.
  invoices: {
    head: 'account;period;issued;due;opening;service;charged;invoice_total',
    line: (index, lines) =>
      `${numberOf(Math.ceil(lines / servicesOf) + Math.floor(index / servicesOf))};2026-01;2026-02-01;2026-02-15;-1,00;Услуга ${index % servicesOf};3,00;14,00`,
  },
  balances: {
    head: 'account;day;balance',
    line: (index) => `${numberOf(index)};2026-03-01;${index % 5000},10`,
  },
  meters: {
    head: 'id;account;service;unit;serial;digits;decimals;read_on;t1',
    line: (index) => `П-${index};${numberOf(index)};Холодная вода;м³;23-${index};5;3;2026-03-20;184,260`,
  },
}

const twoDigits = (number) => String(number).padStart(2, '0')

const writeTable = async (folder, name, lines) => {
  const { head, line } = tables[name]
  const path = join(folder, `${name}.csv`)
  const text = function* () {
    let part = `${head}\n`
    for (let index = 0; index < lines; index += 1) {
      part += `${line(index, lines)}\n`
      if (part.length < 65_536) continue
      yield part
      part = ''
    }
    yield part
  }
  await pipeline(Readable.from(text()), createWriteStream(path))
  return path
}

/** Runs the command. Reads its memory and processor time every 50 ms, because /proc forgets them when it ends. */
const measure = async (args, env) => {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [join(root, 'build/admin.js'), ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  let peak = 0
  let processor = 0
  const sampler = setInterval(() => {
    try {
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      processor = (Number(fields[11]) + Number(fields[12])) / 100
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
    } catch {
      // It has just ended.
    }
  }, 50)
  const [code] = await once(child, 'exit')
  clearInterval(sampler)
  if (code !== 0) throw new Error(`${args.join(' ')}: ${errors}`)
  const seconds = (performance.now() - startedAt) / 1000
  return {
    seconds: Math.round(seconds),
    'of processor': Math.round(processor),
    'peak, MB': Math.round(peak),
  }
}

/**
 * Imports tables of many lines with the command, one process for each table. With `only` one kind of table after the
 * accounts, with `database` on one database.
 */
export const measureImport = async ({ lines, only, database: onlyDatabase }) => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  const postgres = await startPostgres()
  const databases = { SQLite: undefined, ...(postgres && { PostgreSQL: postgres.url }) }
  try {
    for (const [database, url] of Object.entries(databases)) {
      if (onlyDatabase && database !== onlyDatabase) continue
      const dataDir = mkdtempSync(join(folder, 'data-'))
      const env = {
        DATA_DIR: dataDir,
        PUBLIC_URL: 'https://portal.example',
        SMTP_URL: 'file:',
        PAYMENT_GATEWAY: 'sandbox',
        ...(url && { DATABASE_URL: url }),
      }
      for (const kind of Object.keys(tables).filter((name) => !only || [only, 'accounts'].includes(name))) {
        const path = await writeTable(folder, kind, lines)
        const figures = await measure(['import', kind, path, '--apply'], env)
        console.table([{ database, kind, lines, ...figures }])
        rmSync(path)
      }
    }
  } finally {
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
