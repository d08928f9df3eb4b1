import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = 'docs/decisions'
const files = readdirSync(folder).sort()

const head =
  /^# (\d{4})\. \S.*\n\n- Status: (?:accepted|superseded by \[\d{4}\]\(.+\))\n- Date: \d{4}-\d\d-\d\d\n\n/

test('decisions are numbered without gaps', () => {
  const expected = files.map((_, place) => String(place + 1).padStart(4, '0'))
  expect(files.map((file) => file.slice(0, 4))).toEqual(expected)
})

test.each(files)('%s has a number, a title, a status and a date', (file) => {
  expect(head.exec(readFileSync(`${folder}/${file}`, 'utf8'))?.[1]).toBe(file.slice(0, 4))
})

test.each(files)('%s fits on a page', (file) => {
  expect(readFileSync(`${folder}/${file}`, 'utf8').split(/\s+/).length).toBeLessThan(550)
})
