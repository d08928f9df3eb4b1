import { expect, it } from 'vitest'
import { isFile } from './is-file'

it.each([
  '/robots.txt',
  '/company-files/price.pdf',
  '/company-files/%D1%86%D0%B5%D0%BD%D1%8B.pdf',
  '/personal/history.csv?account=1&from=2026-01-01',
  '/personal/invoice.pdf#page=2',
  '/calendar/due.ics',
])('%s is a file', (path) => {
  expect(isFile(path)).toBe(true)
})

it.each([
  '/',
  '/about',
  '/v1.2/tariffs',
  '/personal/history?file=a.csv',
  '/help#bill.pdf',
  '/help?from=/a.pdf#b',
  '/files.d/',
])('%s is a page', (path) => {
  expect(isFile(path)).toBe(false)
})
