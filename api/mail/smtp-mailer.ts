import { LetterRefused, type Mailer } from './mailer'
import { mailerHeaders } from './mailer-headers'

// Well under the relay's lease: a server that drips must not be overtaken by a second sending.
const longestSendingMs = 60_000

/** The code of a 5xx that was said to this letter, not to the connection or to the sign-in. */
function refusalCode(error: unknown): number | undefined {
  if (!(error instanceof Error && 'code' in error && 'permanent' in error && 'responseCode' in error)) return
  const toTheLetter = error.code === 'EENVELOPE' || error.code === 'EMESSAGE'
  if (toTheLetter && error.permanent === true && typeof error.responseCode === 'number') {
    return error.responseCode
  }
}

const connect = async (smtpUrl: string) => {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url: smtpUrl,
    dnsTimeout: 10_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/**
 * Hands letters over to the mail server at `smtpUrl` (`smtp://user:password@host:587`, `smtps://…`; nodemailer's options
 * may follow as a query). A 5xx to the envelope or the message is `LetterRefused`; all else is worth another try.
 */
export function smtpMailer(smtpUrl: string): Mailer {
  let transport: ReturnType<typeof connect> | undefined
  return {
    async send(message) {
      const headers = mailerHeaders(message)
      transport ??= connect(smtpUrl)
      const { text, html } = message
      try {
        const connection = await transport
        await connection.sendMail({
          ...headers,
          text,
          html,
          encoding: 'quoted-printable',
          signal: AbortSignal.timeout(longestSendingMs),
        })
      } catch (error) {
        const code = refusalCode(error)
        throw code === undefined ? error : new LetterRefused(code)
      }
    },
  }
}
