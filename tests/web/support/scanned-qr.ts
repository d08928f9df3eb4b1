import { scanQr } from '../../support/scan-qr'
import type { Page } from './page'

/** The text of the page's QR code as a camera reads it; null where there is none. */
export const scannedQr = (page: Page) => {
  const drawing = page.one('main svg[role="img"]')
  const size = Number(drawing?.getAttribute('viewBox')?.split(' ')[2])
  const path = drawing?.querySelector('path')?.getAttribute('d')
  return path ? scanQr({ size, path }) : null
}
