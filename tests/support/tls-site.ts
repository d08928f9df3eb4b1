import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { join } from 'node:path'

/** A site over TLS whose self-signed certificate is valid for so many days. */
export const tlsSite = async (folder: string, days: number) => {
  const [key, cert] = [join(folder, `${days}.key`), join(folder, `${days}.pem`)]
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', String(days)]
      .concat(['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'])
      .concat(['-keyout', key, '-out', cert]),
    { stdio: 'ignore' },
  )
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, res) => res.end())
  await once(server.listen(0, 'localhost'), 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the site has no port')
  return {
    url: new URL(`https://localhost:${address.port}`),
    /** The certificate, which is its own authority. */
    ca: readFileSync(cert, 'utf8'),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
