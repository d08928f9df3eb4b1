import { crc32, deflateSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { encode } from 'uqr'
import type { QrDrawing } from '../../ui/qr-code/qr-code'

/** The capacity of the largest code at level M, ISO/IEC 18004. */
const MAX_QR_BYTES = 2_331

/** Characters of about 150 payment orders: encoding one takes a tenth of the time of an invoice page. */
const CACHED_CHARACTERS = 60_000

/** The QR code of a payment, cached; null if the text is too long for a code. */
export const qrPicture = (text: string): QrDrawing | null =>
  Buffer.byteLength(text) <= MAX_QR_BYTES ? pictures.memo(text) : null

/** The QR code of a text: level M, with the quiet border of four modules that scanners want. */
export const drawQr = (text: string): QrDrawing => {
  const { data, size } = encodeQr(text)
  const path = data.map((row, y) => row.map((dark, x) => (dark ? runAt(row, x, y) : '')).join('')).join('')
  return { size, path }
}

const encodeQr = (text: string) => encode(text, { ecc: 'M', border: 4 })

const PIXELS_PER_MODULE = 8
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** One bit a pixel, black or white; deflate, no interlacing. */
const BLACK_AND_WHITE = [1, 0, 0, 0, 0]

/** The QR code of a text as a PNG file. */
export const drawQrPng = (text: string): Buffer => {
  const { data, size } = encodeQr(text)
  const side = size * PIXELS_PER_MODULE
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set(BLACK_AND_WHITE, 8)
  // A module is eight pixels wide, so one byte. Each line begins with its filter byte: 0, no filter.
  const lines = data.flatMap((row) => {
    const line = [0, ...row.map((dark) => (dark ? 0x00 : 0xff))]
    return Array.from({ length: PIXELS_PER_MODULE }, () => line).flat()
  })
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.from(lines))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

const pngChunk = (type: string, content: Buffer) => {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, checksum])
}

/** Draws a run of dark modules as one rectangle, at its first module; the others draw nothing. */
const runAt = (row: readonly boolean[], x: number, y: number) => {
  if (row[x - 1]) return ''
  let end = x
  while (row[end]) end += 1
  return `M${x} ${y}h${end - x}v1h${x - end}z`
}

const pictures = new LRUCache<string, QrDrawing>({
  maxSize: CACHED_CHARACTERS,
  sizeCalculation: (_, { length }) => Math.max(1, length),
  memoMethod: drawQr,
})
