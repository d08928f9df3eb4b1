import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LongProgress } from './long-progress.mjs'

let folder
let file
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'long-progress-'))
  file = join(folder, 'reports', 'long.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

const good = { passed: 3, failed: 0, skipped: [], ms: 1200 }

test('passed rows are kept when the run is restarted', () => {
  new LongProgress(file, 'sources').record('kills', good)
  const again = new LongProgress(file, 'sources')
  expect(again.passed('kills')).toMatchObject(good)
  expect(again.passed('calendar')).toBeUndefined()
})

test('a failed row runs again, and its new result replaces the old one', () => {
  const progress = new LongProgress(file, 'sources')
  progress.record('kills', { ...good, failed: 1 })
  expect(new LongProgress(file, 'sources').passed('kills')).toBeUndefined()
  progress.record('kills', good)
  expect(new LongProgress(file, 'sources').passed('kills')).toMatchObject(good)
  expect(JSON.parse(readFileSync(file, 'utf8')).rows).toHaveLength(1)
})

test('rows of other sources are dropped', () => {
  new LongProgress(file, 'sources').record('kills', good)
  expect(new LongProgress(file, 'changed sources').passed('kills')).toBeUndefined()
})
