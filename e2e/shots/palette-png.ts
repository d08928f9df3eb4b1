import { crc32, deflateSync, inflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const INDEXED = 3
/** A channel may change by half of the last step, of 255: less than the comparison detects. */
const STEPS = [1, 2, 4, 8]
const MOST_COLOURS = 256

/**
 * Converts a picture to a palette PNG, a third of its size: pages have few colours. Nearly equal colours are merged
 * when there are too many; a picture with still too many stays unchanged.
 */
export function palettePng(png: Buffer): Buffer {
  const { header, data } = chunksOf(png)
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const channels = { 2: 3, 6: 4 }[header[9] ?? 0]
  if (channels === undefined) return png
  const pixels = unfiltered(inflateSync(data), width * channels, height, channels)
  for (const step of STEPS) {
    const found = indexed(pixels, channels, step)
    if (found) return written(width, height, found)
  }
  return png
}

export const isSlim = (png: Buffer) => png[25] === INDEXED

function chunksOf(png: Buffer) {
  const parts = new Map<string, Buffer[]>()
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    parts.set(type, [...(parts.get(type) ?? []), png.subarray(at + 8, at + 8 + length)])
    at += length + 12
  }
  const [header = Buffer.alloc(13)] = parts.get('IHDR') ?? []
  return { header, data: Buffer.concat(parts.get('IDAT') ?? []) }
}

/** Reverses the filters of https://www.w3.org/TR/png-3/#9Filters. */
function unfiltered(raw: Buffer, stride: number, height: number, channels: number): Buffer {
  const pixels = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)]
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x
      const left = x >= channels ? (pixels[at - channels] ?? 0) : 0
      const up = y > 0 ? (pixels[at - stride] ?? 0) : 0
      const corner = x >= channels && y > 0 ? (pixels[at - stride - channels] ?? 0) : 0
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter ?? 0] ?? 0
      pixels[at] = ((raw[y * (stride + 1) + 1 + x] ?? 0) + guess) & 255
    }
  }
  return pixels
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner
  const [toLeft, toUp, toCorner] = [left, up, corner].map((value) => Math.abs(estimate - value))
  if (toLeft === undefined || toUp === undefined || toCorner === undefined) return 0
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

/** The pixels as palette indices; null when there are too many colours. */
function indexed(pixels: Buffer, channels: number, step: number) {
  const palette = new Map<number, number>()
  const indices = Buffer.alloc(pixels.length / channels)
  const round = (value = 0) => Math.min(255, Math.round(value / step) * step)
  for (let at = 0; at < indices.length; at += 1) {
    const from = at * channels
    const colour = (round(pixels[from]) << 16) | (round(pixels[from + 1]) << 8) | round(pixels[from + 2])
    let index = palette.get(colour)
    if (index === undefined) {
      index = palette.size
      if (index >= MOST_COLOURS) return null
      palette.set(colour, index)
    }
    indices[at] = index
  }
  return { indices, colours: [...palette.keys()] }
}

function written(
  width: number,
  height: number,
  { indices, colours }: { indices: Buffer; colours: number[] },
) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, INDEXED, 0, 0, 0], 8)
  const palette = Buffer.from(colours.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y += 1) indices.copy(rows, y * (width + 1) + 1, y * width, (y + 1) * width)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(content.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
