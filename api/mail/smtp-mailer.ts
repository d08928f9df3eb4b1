import { LetterRefused, type Mailer } from './mailer'
import { mailerHeaders } from './mailer-headers'

/** Milliseconds. */
interface SmtpLimits {
  /** For the server's address, the connection and its greeting each. */
  openingMs: number
  /** Between two pieces of the conversation. */
  silenceMs: number
  /** For a letter as a whole: shorter than the relay's lease, so that a slow server does not get it twice. */
  sendingMs: number
}

const usualLimits: SmtpLimits = { openingMs: 10_000, silenceMs: 20_000, sendingMs: 60_000 }

/**
 * A 5xx code about the recipient or the letter. One about the sender, the connection or the sign-in is a fault of the
 * settings, and would hit every letter.
 */
function refusalCode(error: unknown): number | undefined {
  if (!(error instanceof Error && 'code' in error && 'permanent' in error && 'responseCode' in error)) return
  const toTheLetter = error.code === 'EENVELOPE' || error.code === 'EMESSAGE'
  const toTheSender = 'command' in error && error.command === 'MAIL FROM'
  if (toTheLetter && !toTheSender && error.permanent === true && typeof error.responseCode === 'number') {
    return error.responseCode
  }
}

const connect = async (smtpUrl: string, { openingMs, silenceMs }: SmtpLimits) => {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url: smtpUrl,
    dnsTimeout: openingMs,
    connectionTimeout: openingMs,
    greetingTimeout: openingMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/**
 * Sends letters through the mail server at `smtpUrl` (`smtp://user:password@host:587`, `smtps://…`; nodemailer's
 * options may follow as a query). A 5xx to the recipient or the message throws `LetterRefused`; after any other error a
 * retry may help.
 */
export function smtpMailer(
  smtpUrl: string,
  limits: SmtpLimits = usualLimits,
): Mailer & { check(): Promise<void> } {
  let transport: ReturnType<typeof connect> | undefined
  return {
    /** Connects and signs in, and sends nothing. Throws the error of nodemailer. */
    async check() {
      const connection = await connect(smtpUrl, limits)
      await connection.verify()
      connection.close()
    },
    async send(message) {
      const headers = mailerHeaders(message)
      transport ??= connect(smtpUrl, limits)
      const { text, html } = message
      try {
        const connection = await transport
        await connection.sendMail({
          ...headers,
          text,
          html,
          encoding: 'quoted-printable',
          signal: AbortSignal.timeout(limits.sendingMs),
        })
      } catch (error) {
        const code = refusalCode(error)
        throw code === undefined ? error : new LetterRefused(code)
      }
    },
  }
}
