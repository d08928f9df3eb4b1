import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvAmount, csvRow } from './csv'

/** Parses RFC 4180, character by character. */
const read = (text: string): string[][] => {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? ''
    if (quoted) {
      if (letter !== '"') cell += letter
      else if (text[at + 1] === '"') cell += text[at++]
      else quoted = false
    } else if (letter === '"' && cell === '') quoted = true
    else if (letter === ';') {
      row.push(cell)
      cell = ''
    } else if (text.startsWith('\r\n', at)) {
      rows.push([...row, cell])
      row = []
      cell = ''
      at++
    } else cell += letter
  }
  return rows
}

const hostile = fc.string({
  unit: fc.constantFrom('"', ';', '\r', '\n', '=', '+', '-', '@', '\t', "'", 'ж', ' '),
})

describe('a row of a CSV file', () => {
  it('parses back to what was written, except formulas', () => {
    const rows = fc.array(fc.array(fc.oneof(hostile, fc.string()), { minLength: 1 }), { minLength: 1 })
    fc.assert(
      fc.property(rows, (written) => {
        const back = read(written.map((row) => csvRow(row)).join(''))
        expect(back.map((row) => row.map((cell) => cell.replace(/^'(?=[=+\-@\t\r\n])/, '')))).toEqual(
          written.map((row) => row.map((cell) => cell.replace(/^'(?=[=+\-@\t\r\n])/, ''))),
        )
      }),
    )
  })

  it('contains no formula for spreadsheets', () => {
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string()), (text) => {
        expect(read(csvRow([text]))[0]?.[0]).not.toMatch(/^[=+\-@\t\r\n]/)
      }),
    )
  })

  it.each([
    ['=1+1', "'=1+1"],
    ['+7', "'+7"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', `"'\rx"`],
    ['a;b', '"a;b"'],
    ['«"»', '"«""»"'],
    ['простой текст', 'простой текст'],
    ['', ''],
  ])('writes %j as %j', (text, written) => {
    expect(csvRow([text])).toBe(`${written}\r\n`)
  })

  it('leaves numbers as numbers', () => {
    expect(csvRow(['a', csvAmount(123_456), csvAmount(-50), csvAmount(0)])).toBe('a;1234,56;-0,50;0,00\r\n')
    expect(() => csvAmount(0.5)).toThrow(RangeError)
  })
})
