import { encode } from 'uqr'
import type { QrDrawing } from '../../ui/qr-code/qr-code'

/** The QR code of a text: level M, with the quiet border of four modules that scanners want. */
export const drawQr = (text: string): QrDrawing => {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const path = data.map((row, y) => row.map((dark, x) => (dark ? runAt(row, x, y) : '')).join('')).join('')
  return { size, path }
}

/** A run of dark modules is one rectangle; its modules but the first draw nothing. */
const runAt = (row: readonly boolean[], x: number, y: number) => {
  if (row[x - 1]) return ''
  let end = x
  while (row[end]) end += 1
  return `M${x} ${y}h${end - x}v1h${x - end}z`
}
