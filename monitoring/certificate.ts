import { once } from 'node:events'
import { connect, rootCertificates } from 'node:tls'
import { Gauge, type Registry } from 'prom-client'

const withinMs = 10_000

export interface SiteCertificate {
  /** In milliseconds since 1970. */
  expiresAt: number
  /** Why browsers do not accept it; null: they do. */
  fault: string | null
}

/** The certificate that a site over TLS shows. `ca`: an authority besides the known ones, as PEM. */
export const fetchCertificate = async ({ hostname, port }: URL, ca?: string): Promise<SiteCertificate> => {
  const socket = connect({
    host: hostname,
    port: Number(port || 443),
    servername: hostname,
    // The caller judges it: also one that is not accepted has a last day.
    rejectUnauthorized: false,
    timeout: withinMs,
    ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
  })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(withinMs) })
    return {
      expiresAt: Date.parse(socket.getPeerCertificate().valid_to),
      fault: socket.authorized ? null : String(socket.authorizationError),
    }
  } finally {
    socket.destroy()
  }
}

const HOUR = 60 * 60_000

/** Adds the last day of the public address's certificate, which is looked at once an hour; absent while none is seen. */
export const addCertificateGauge = (registry: Registry, publicUrl: URL, now = Date.now) => {
  let expiresAt: number | null = null
  let lookedAt: number | null = null
  const look = async () => {
    lookedAt = now()
    expiresAt = await fetchCertificate(publicUrl).then(
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
