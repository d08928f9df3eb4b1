/**
 * Compares this portal with those of other working copies in one run, round by round in turn, to see the effect of a change.
 * All of them have to be built. Each answers from its embedded API with its own demo data. Prints, for each page,
 * the median of this portal's answers in a second of processor time divided by the other's, with the lowest and the highest.
 * Usage: node bench/compare.mjs OTHER… [--seconds 3 --rounds 5]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { load } from './support/load.mjs'
import { median } from './support/median.mjs'
import { pages } from './support/pages.mjs'
import { signIn, startPortal } from './support/portal.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '3' }, rounds: { type: 'string', default: '5' } },
})
if (positionals.length === 0) throw new Error('Name the folder of another working copy.')

const folders = [resolve('.'), ...positionals.map((folder) => resolve(folder))]
const dataDirs = folders.map(() => mkdtempSync(join(tmpdir(), 'portal-compare-')))
const running = []
try {
  for (const [at, folder] of folders.entries()) {
    const portal = await startPortal(dataDirs[at], {}, folder)
    running.push({ ...portal, cookie: await signIn(portal.url, portal.login) })
  }
  const rows = []
  for (const { path, signedIn } of pages) {
    const rounds = []
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const loads = []
      for (const portal of running)
        loads.push(await load(portal, path, signedIn ? portal.cookie : null, Number(values.seconds)))
      rounds.push(loads.map(({ perProcessorSecond }) => perProcessorSecond))
    }
    const ratios = positionals.map((folder, at) => {
      const each = rounds.map(([own, ...others]) => own / others[at])
      const [lowest, highest] = [Math.min(...each), Math.max(...each)].map((ratio) => ratio.toFixed(2))
      return [`× ${folder}`, `${median(each).toFixed(2)} (${lowest}–${highest})`]
    })
    rows.push({ page: path, ...Object.fromEntries(ratios) })
    console.log(`${path} measured`)
  }
  console.table(rows)
} finally {
  for (const portal of running) await portal.stop()
  for (const dataDir of dataDirs) rmSync(dataDir, { recursive: true, force: true })
}
