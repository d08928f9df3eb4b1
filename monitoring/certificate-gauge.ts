import { Gauge, type Registry } from 'prom-client'
import { seenCertificate } from './certificate'

const HOUR = 60 * 60_000

/** Adds the last day of the public address's certificate, which is looked at once an hour; absent while none is seen. */
export const addCertificateGauge = (registry: Registry, publicUrl: URL, now = Date.now) => {
  let expiresAt: number | null = null
  let lookedAt: number | null = null
  const look = async () => {
    lookedAt = now()
    expiresAt = await seenCertificate(publicUrl).then(
      (certificate) => certificate.expiresAt,
      () => null,
    )
  }
  new Gauge({
    name: 'portal_certificate_expires_timestamp_seconds',
    help: 'When the certificate of an https PUBLIC_URL expires, in seconds since 1970.',
    registers: [registry],
    collect() {
      // No scrape waits for it: its answer is for the next one.
      if (publicUrl.protocol === 'https:' && (lookedAt === null || now() - lookedAt >= HOUR)) void look()
      if (expiresAt === null) this.remove()
      else this.set(expiresAt / 1_000)
    },
  })
}
