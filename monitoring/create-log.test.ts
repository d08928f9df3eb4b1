import { expect, test } from 'vitest'
import { createLog } from './create-log'

const written = (isTTY: boolean, event: (log: ReturnType<typeof createLog>) => void) => {
  const lines: string[] = []
  event(createLog('info', { isTTY, write: (line) => lines.push(line) }))
  return lines.join('')
}

test('a program reads one JSON line per event, with its level as a word', () => {
  const line = written(false, (log) => log.error({ step: 'outbox' }, 'step failed'))
  expect(JSON.parse(line)).toEqual({
    level: 'error',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    step: 'outbox',
    msg: 'step failed',
  })
})

test('a person at a terminal reads words', () => {
  const line = written(true, (log) => log.warn({ attempts: 7, kind: 'verification' }, 'letter given up'))
  expect(line).toMatch(/^\d\d:\d\d:\d\d warn {2}letter given up attempts=7 kind=verification\n$/)
})

test('a person reads of an id what the error screen shows of it', () => {
  const requestId = '3f2a91bc-e321-4395-9afb-c8685aa887ba'
  expect(written(true, (log) => log.info({ requestId }, 'request'))).toMatch(/ request requestId=3f2a91bc\n$/)
  expect(written(false, (log) => log.info({ requestId }, 'request'))).toContain(requestId)
})

test('a stack stands on lines of its own', () => {
  const text = written(true, (log) =>
    log.error({ error: 'TypeError', stack: 'TypeError\n    at here' }, 'failed'),
  )
  expect(text).toMatch(/ error failed error=TypeError\nTypeError\n {4}at here\n$/)
})
