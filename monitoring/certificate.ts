import { once } from 'node:events'
import { connect, rootCertificates } from 'node:tls'

const withinMs = 10_000

export interface SeenCertificate {
  /** In milliseconds since 1970. */
  expiresAt: number
  /** Why browsers do not accept it; null: they do. */
  fault: string | null
}

/** The certificate that a site over TLS shows. `ca`: an authority besides the known ones, as PEM. */
export const seenCertificate = async ({ hostname, port }: URL, ca?: string): Promise<SeenCertificate> => {
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
