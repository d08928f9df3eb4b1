import type { Payment } from 'contract/payments'
import { formatMoment } from 'format/dates'
import { qrPicture } from '~/server/pages/draw-qr.server'
import type { SbpCode } from './payment-result'

/** The QR code of a pending payment through SBP; null for any other payment. */
export const sbpCode = (
  { status, qr, expiresAt }: Pick<Payment, 'status' | 'qr' | 'expiresAt'>,
  { timeZone, now }: { timeZone: string; now: Date },
): SbpCode | null => {
  if (status !== 'pending' || !qr) return null
  return {
    drawing: qrPicture(qr),
    validUntil: expiresAt ? formatMoment(expiresAt, timeZone) : null,
    isExpired: Boolean(expiresAt) && Date.parse(expiresAt ?? '') <= now.getTime(),
  }
}
