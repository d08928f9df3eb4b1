import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LongProgress } from './long-progress.mjs'

let folder
let file
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'long-progress-'))
  file = join(folder, 'reports', 'long.jsonl')
})
afterEach(() => rmSync(folder, { recursive: true }))

const good = { passed: 3, failed: 0, skipped: [], figures: ['figure 15: 0 lost'], ms: 1200 }

test('passed rows are kept when the run is restarted', () => {
  new LongProgress(file).record('kills', 'sources', good)
  const again = new LongProgress(file)
  expect(again.findPassed('kills', 'sources')).toMatchObject(good)
  expect(again.findPassed('calendar', 'sources')).toBeUndefined()
})

test('a failed row runs again, and its new result replaces the old one', () => {
  const progress = new LongProgress(file)
  progress.record('kills', 'sources', { ...good, failed: 1 })
  expect(new LongProgress(file).findPassed('kills', 'sources')).toBeUndefined()
  progress.record('kills', 'sources', good)
  expect(new LongProgress(file).findPassed('kills', 'sources')).toMatchObject(good)
  expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(1)
})

test('a row whose sources have changed runs again, the others are kept', () => {
  const progress = new LongProgress(file)
  progress.record('kills', 'sources', good)
  progress.record('calendar', 'other sources', good)
  const again = new LongProgress(file)
  expect(again.findPassed('kills', 'changed sources')).toBeUndefined()
  expect(again.findPassed('calendar', 'other sources')).toMatchObject(good)
})
