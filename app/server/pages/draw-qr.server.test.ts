import { crc32, inflateSync } from 'node:zlib'
import jsQR from 'jsqr'
import { expect, it } from 'vitest'
import { drawQrPng } from './draw-qr.server'

/** The chunks of a PNG file, with checked sums. */
const chunksOf = (png: Buffer) => {
  const chunks = new Map<string, Buffer>()
  let at = 8
  while (at < png.length) {
    const length = png.readUInt32BE(at)
    const typed = png.subarray(at + 4, at + 8 + length)
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(typed))
    chunks.set(typed.subarray(0, 4).toString('latin1'), typed.subarray(4))
    at += 12 + length
  }
  return chunks
}

it('is a PNG file that a camera reads as the same text', () => {
  const text = 'ST00012|Name=ООО «Тихий берег»|Sum=260091'
  const png = drawQrPng(text)
  expect([...png.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const chunks = chunksOf(png)
  expect([...chunks.keys()]).toEqual(['IHDR', 'IDAT', 'IEND'])
  const side = chunks.get('IHDR')?.readUInt32BE(0) ?? 0
  const lines = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0))
  const lineBytes = 1 + side / 8
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const byte = lines[y * lineBytes + 1 + (x >> 3)] ?? 0
      if (((byte >> (7 - (x & 7))) & 1) === 0) pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3)
    }
  }
  const scanned = jsQR(pixels, side, side)
  expect(Buffer.from(scanned?.binaryData ?? []).toString('utf8')).toBe(text)
})
