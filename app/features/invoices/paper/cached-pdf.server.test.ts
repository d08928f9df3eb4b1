import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createPdfCache } from './pdf-response.server'

/** Draws texts, and notes when each drawing begins and ends. */
const cacheWithLog = () => {
  const log: string[] = []
  const pdfOf = createPdfCache(async (text: string) => {
    log.push(`begins ${text}`)
    await pause(5)
    log.push(`ends ${text}`)
    if (text === 'broken') throw new Error('cannot be drawn')
    return Buffer.from(text)
  })
  return { log, pdfOf }
}

test('the same invoice is drawn once, for all who ask at once and later', async () => {
  const { log, pdfOf } = cacheWithLog()
  const [one, other] = await Promise.all([pdfOf('invoice'), pdfOf('invoice')])
  expect([`${one}`, `${other}`, `${await pdfOf('invoice')}`]).toEqual(['invoice', 'invoice', 'invoice'])
  expect(log).toEqual(['begins invoice', 'ends invoice'])
})

test('invoices that differ in anything are drawn one after another', async () => {
  const { log, pdfOf } = cacheWithLog()
  const drawn = await Promise.all(['one', 'two', 'three'].map(pdfOf))
  expect(drawn.map(String)).toEqual(['one', 'two', 'three'])
  expect(log).toEqual(['one', 'two', 'three'].flatMap((text) => [`begins ${text}`, `ends ${text}`]))
})

test('between two drawings others get as much time as the drawing took', async () => {
  const spans: { from: number; to: number }[] = []
  const pdfOf = createPdfCache(async (text: string) => {
    const from = performance.now()
    while (performance.now() - from < 30);
    spans.push({ from, to: performance.now() })
    return Buffer.from(text)
  })
  await Promise.all([pdfOf('one'), pdfOf('two')])
  const [one, two] = spans
  expect((two?.from ?? 0) - (one?.to ?? 0)).toBeGreaterThan(25)
})

test('a failed drawing is tried again for the next one, and delays nobody else', async () => {
  const { log, pdfOf } = cacheWithLog()
  await expect(pdfOf('broken')).rejects.toThrow('cannot be drawn')
  expect(`${await pdfOf('other')}`).toBe('other')
  await expect(pdfOf('broken')).rejects.toThrow('cannot be drawn')
  expect(log.filter((line) => line === 'begins broken')).toHaveLength(2)
})
