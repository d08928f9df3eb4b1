import jsQR from 'jsqr'

const SCALE = 4

/** The text of a drawn QR code as a camera reads it, at four pixels a module; null where there is none. */
export const scanQr = ({ size, path }: { size: number; path: string }): string | null => {
  const side = size * SCALE
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row += 1) {
      for (let column = Number(x) * SCALE; column < (Number(x) + Number(width)) * SCALE; column += 1) {
        pixels.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3)
      }
    }
  }
  const scanned = jsQR(pixels, side, side)
  return scanned ? Buffer.from(scanned.binaryData).toString('utf8') : null
}
