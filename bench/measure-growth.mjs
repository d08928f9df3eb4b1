import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { curvesSvg } from './support/curves-svg.mjs'
import { fillIn } from './support/fill-in.mjs'
import { median } from './support/median.mjs'
import { signIn, startPortal } from './support/portal.mjs'
import { startPostgres } from './support/start-postgres.mjs'

const ACCOUNT = '7120004468'
const VISITS = 40

const powersOfTen = (from, to) => Array.from({ length: to - from + 1 }, (_, n) => 10 ** (from + n))

const history = ({ account }) => `/personal/history?account=${account}`

/** The data that grow, their sizes, and the measured pages. */
const growths = [
  {
    name: 'payments',
    xLabel: 'payments of the account',
    sizes: powersOfTen(3, 7),
    pages: {
      history,
      'history, an old page': ({ account, days }) => `${history({ account })}&from=${days[0]}&to=${days[1]}`,
      'first page': () => '/personal',
    },
  },
  {
    name: 'accounts',
    xLabel: 'accounts of the customer',
    sizes: [1, 10, 50, 100, 200, 500],
    pages: {
      accounts: () => '/personal',
      history,
      invoice: ({ account }) => `/personal/invoice?account=${account}`,
      pay: ({ account }) => `/personal/pay?account=${account}`,
    },
  },
  {
    name: 'customers',
    xLabel: 'customers, each with an account',
    sizes: powersOfTen(3, 6),
    pages: {
      accounts: () => '/personal',
      history,
      'guest’s payment': ({ account }) => `/pay?account=${account}`,
    },
  },
]

const menuSizes = [5, 20, 50, 100, 200]
const menuPages = { 'content page': () => '/about', 'first page': () => '/personal', login: () => '/login' }

const dayBefore = (days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** The milliseconds of a page in processor time of the portal and its database, in real time (median), and its KB. */
const measurePage = async ({ portal, postgres, cookie, path }) => {
  const processor = () => portal.processor() + (postgres?.processor() ?? 0)
  const real = []
  let bytes = 0
  const read = async () => {
    const startedAt = performance.now()
    const answer = await fetch(portal.url + path, { headers: cookie ? { cookie } : {} })
    bytes = (await answer.arrayBuffer()).byteLength
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
    real.push(performance.now() - startedAt)
  }
  for (let visit = 0; visit < VISITS / 2; visit += 1) await read()
  real.length = 0
  const before = processor()
  for (let visit = 0; visit < VISITS; visit += 1) await read()
  return {
    'processor, ms': (processor() - before) / VISITS,
    'real, ms': median(real),
    'HTML, KB': bytes / 1000,
  }
}

/** One row for each size and page. */
const measureEachSize = async ({ growth, env, fillOptions, dataDir, database, postgres, most }) => {
  const rows = []
  let existing = 0
  let portal = await startPortal(dataDir, env)
  const { login } = portal
  await portal.stop()
  try {
    for (const size of growth.sizes.filter((one) => one <= most)) {
      if (size > 1) fillIn(growth.name, { account: ACCOUNT, existing, count: size, ...fillOptions })
      existing = size > 1 ? size : 0
      portal = await startPortal(dataDir, env)
      const cookie = await signIn(portal.url, login)
      const context = { account: ACCOUNT, days: [dayBefore(500), dayBefore(470)] }
      for (const [page, pathOf] of Object.entries(growth.pages))
        rows.push({
          database,
          size,
          page,
          ...(await measurePage({ portal, postgres, cookie, path: pathOf(context) })),
        })
      await portal.stop()
      console.log(`${growth.name}, ${database}: ${size} measured`)
    }
  } finally {
    await portal.stop()
  }
  return rows
}

const measureMenus = async (dataDir) => {
  const rows = []
  const content = join(dataDir, 'content')
  for (const size of menuSizes) {
    rmSync(content, { recursive: true, force: true })
    cpSync(fileURLToPath(new URL('../content', import.meta.url)), content, { recursive: true })
    const file = join(content, 'site.json')
    const site = JSON.parse(readFileSync(file, 'utf8'))
    site.topMenu = Array.from({ length: size }, (_, n) => ({
      title: `Раздел ${n + 1}`,
      url: `/about?part=${n}`,
    }))
    writeFileSync(file, JSON.stringify(site))
    const menuDir = join(dataDir, `menu-${size}`)
    mkdirSync(menuDir)
    const portal = await startPortal(menuDir, { CONTENT_DIR: content })
    try {
      const cookie = await signIn(portal.url, portal.login)
      for (const [page, pathOf] of Object.entries(menuPages))
        rows.push({
          database: 'SQLite',
          size,
          page,
          ...(await measurePage({ portal, cookie: page === 'first page' ? cookie : null, path: pathOf() })),
        })
    } finally {
      await portal.stop()
    }
  }
  return rows
}

const rounded = (row) =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      typeof value === 'number' && key !== 'size' ? Number(value.toFixed(1)) : value,
    ]),
  )

const report = ({ name, file = name, xLabel, logarithmic }, rows) => {
  console.table(rows.map(rounded))
  const databases = [...new Set(rows.map(({ database }) => database))]
  const pages = [...new Set(rows.map(({ page }) => page))]
  const svg = curvesSvg({
    title: `A page against the number of ${name}`,
    xLabel,
    yLabel: 'processor time of a page, ms',
    logarithmic,
    curves: databases.flatMap((database, dash) =>
      pages.map((page, look) => ({
        name: `${page}, ${database}`,
        look,
        dash,
        points: rows
          .filter((row) => row.database === database && row.page === page)
          .map((row) => [row.size, row['processor, ms']]),
      })),
    ),
  })
  writeFileSync(fileURLToPath(new URL(`../docs/performance/${file}.svg`, import.meta.url)), svg)
}

/**
 * Measures what a page costs when payments, accounts of a customer, customers or the menu grow, with the embedded API on
 * SQLite and PostgreSQL, or on one `database`. Prints tables, and draws curves in docs/performance. `most` limits the
 * sizes, `only` names one of the four.
 */
export const measureGrowth = async ({ most, only, database: onlyDatabase }) => {
  for (const growth of growths.filter(({ name }) => !only || name === only)) {
    const rows = []
    for (const database of ['SQLite', 'PostgreSQL'].filter(
      (name) => !onlyDatabase || name === onlyDatabase,
    )) {
      const postgres = database === 'PostgreSQL' ? await startPostgres() : null
      if (database === 'PostgreSQL' && !postgres) continue
      const dataDir = mkdtempSync(join(tmpdir(), 'portal-growth-'))
      const env = postgres
        ? { DATABASE_URL: postgres.url, DEMO_DATA: 'on', PAYMENT_GATEWAY: 'sandbox', SMTP_URL: 'file:' }
        : {}
      const fillOptions = postgres ? { 'database-url': postgres.url } : { 'data-dir': dataDir }
      try {
        rows.push(...(await measureEachSize({ growth, env, fillOptions, dataDir, database, postgres, most })))
      } finally {
        await postgres?.stop()
        rmSync(dataDir, { recursive: true, force: true })
      }
    }
    const file = onlyDatabase ? `${growth.name}-${onlyDatabase.toLowerCase()}` : growth.name
    report({ ...growth, file, logarithmic: true }, rows)
  }
  if (only && only !== 'menu') return
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-growth-'))
  try {
    report({ name: 'menu', xLabel: 'entries of the menu', logarithmic: false }, await measureMenus(dataDir))
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
