import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillIn } from './support/fill-in.mjs'
import { median } from './support/median.mjs'
import { signIn, startPortal } from './support/portal.mjs'

const FEW = { account: '7120004468', count: 1_000 }
const MANY = { account: '5330001748', count: 1_000_000 }
const REQUESTS_IN_A_ROUND = 100
const PAYMENTS_IN_A_ROUND = 10

/** The time and processor time of one call in milliseconds, averaged over sequential calls. */
const each = async (portal, times, call) => {
  const [startedAt, before] = [performance.now(), portal.processor()]
  for (let n = 0; n < times; n += 1) await call()
  return { ms: (performance.now() - startedAt) / times, processor: (portal.processor() - before) / times }
}

const inRounds = async (rounds, measure) => {
  const all = []
  for (let round = 0; round < rounds; round += 1) all.push(await measure())
  return (value) => median(all.map(value))
}

/**
 * Measures the history of few and of many payments, the PDF of an invoice, a payment from form to bank, and the CSV of
 * a million payments.
 */
export const measureMoney = async ({ rounds }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  let portal
  try {
    portal = await startPortal(dataDir)
    const { login } = portal
    await portal.stop()
    for (const payments of [FEW, MANY]) fillIn('payments', { 'data-dir': dataDir, ...payments })
    portal = await startPortal(dataDir)
    const cookie = await signIn(portal.url, login)

    const read = async (path) => {
      const answer = await fetch(portal.url + path, { headers: { cookie } })
      const body = await answer.text()
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
      return body
    }
    const page = (path) => each(portal, REQUESTS_IN_A_ROUND, () => read(path))
    const pay = async () => {
      const path = `/personal/pay?account=${FEW.account}`
      const key = /name="idempotencyKey" value="([^"]+)"/.exec(await read(path))?.[1]
      const answer = await fetch(portal.url + path, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie, origin: portal.url },
        // Payments of earlier rounds are still pending: without `confirmed` the portal would ask about each.
        body: new URLSearchParams({
          account: FEW.account,
          amount: '10',
          idempotencyKey: key ?? '',
          confirmed: 'yes',
        }),
      })
      if (answer.status !== 303) throw new Error(`the payment was not taken: ${answer.status}`)
    }

    const median = await inRounds(rounds, async () => ({
      few: await page(`/personal/history?account=${FEW.account}`),
      many: await page(`/personal/history?account=${MANY.account}`),
      invoice: await page(`/personal/invoice`),
      pdf: await page('/personal/invoice.pdf'),
      payment: await each(portal, PAYMENTS_IN_A_ROUND, pay),
    }))
    console.table([
      {
        'history, 20 of 1,000,000 against 20 of 1,000': median(({ many, few }) => many.ms / few.ms).toFixed(
          2,
        ),
        'by processor time': median(({ many, few }) => many.processor / few.processor).toFixed(2),
      },
    ])
    console.table([
      {
        'PDF, ms of processor': median(({ pdf }) => pdf.processor).toFixed(1),
        'against the page of the invoice': median(
          ({ pdf, invoice }) => pdf.processor / invoice.processor,
        ).toFixed(1),
        'a payment, form and press, ms': median(({ payment }) => payment.ms).toFixed(1),
        'against the page of the history': median(({ payment, few }) => payment.ms / few.ms).toFixed(1),
      },
    ])

    const before = portal.memory()
    portal.forgetPeak()
    const answer = await fetch(`${portal.url}/personal/history.csv?account=${MANY.account}`, {
      headers: { cookie },
    })
    let bytes = 0
    for await (const chunk of answer.body) bytes += chunk.length
    console.table([
      {
        'CSV of 1,000,000, MB': (bytes / 1e6).toFixed(0),
        'memory above that before, MB': Math.round(portal.peakMemory() - before),
      },
    ])
  } finally {
    await portal?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
