import { expect, test, vi } from 'vitest'
import { outcome } from './outcome.mjs'

const said = () => vi.spyOn(console, 'log').mockReturnValue(undefined)

test('passed and skipped tests are reported', () => {
  expect(outcome('unit', { passed: 3, failed: 0, skipped: ['on postgres'], endedWell: true })).toEqual({
    stage: 'unit',
    passed: 3,
    failed: 0,
    skipped: ['on postgres'],
    files: [],
  })
})

test('a stage that ran nothing has failed, and says so', () => {
  const log = said()
  expect(outcome('unit', { passed: 0, failed: 0, endedWell: true }).failed).toBe(1)
  expect(log).toHaveBeenCalledWith('unit: nothing ran, which is a failure')
})

test('a stage whose tests were all skipped has failed', () => {
  said()
  expect(outcome('unit', { passed: 0, failed: 0, skipped: ['a'], endedWell: true }).failed).toBe(1)
})

test('a runner that exits with an error after passed tests has failed', () => {
  said()
  expect(outcome('unit', { passed: 9, failed: 0, endedWell: false })).toMatchObject({ passed: 9, failed: 1 })
})

test('a failure is counted once, though the runner exits with an error because of it', () => {
  expect(outcome('unit', { passed: 1, failed: 2, endedWell: false }).failed).toBe(2)
})
