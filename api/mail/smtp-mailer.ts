import { Readable } from 'node:stream'
import { LetterRefused, type Mailer, mailerHeaders } from './mailer'

/** Milliseconds. */
interface SmtpLimits {
  /** For each of these: resolving the server's address, connecting, its greeting. */
  openingMs: number
  /** Between two replies of the server. */
  silenceMs: number
  /** For a letter as a whole: shorter than the relay's lease, so that a slow server does not get it twice. */
  sendingMs: number
}

const usualLimits: SmtpLimits = { openingMs: 10_000, silenceMs: 20_000, sendingMs: 60_000 }

/**
 * Returns a 5xx code about the recipient or the letter. A code about the sender, the connection or the sign-in is a
 * fault of the settings, and would hit every letter.
 */
function refusalCode(error: unknown): number | undefined {
  if (!(error instanceof Error && 'code' in error && 'permanent' in error && 'responseCode' in error)) return
  const isAboutLetter = error.code === 'EENVELOPE' || error.code === 'EMESSAGE'
  const isAboutSender = 'command' in error && error.command === 'MAIL FROM'
  if (isAboutLetter && !isAboutSender && error.permanent === true && typeof error.responseCode === 'number') {
    return error.responseCode
  }
}

const timeouts = ({ openingMs, silenceMs }: SmtpLimits) => ({
  dnsTimeout: openingMs,
  connectionTimeout: openingMs,
  greetingTimeout: openingMs,
  socketTimeout: silenceMs,
})

const connect = async (smtpUrl: string, limits: SmtpLimits) => {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url: smtpUrl,
    ...timeouts(limits),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/**
 * Begins a letter from `sender` to itself, and breaks off before its first word: by RFC 5321 nothing is delivered. Many
 * servers judge the sender only when the recipient is named. Throws the error of nodemailer.
 */
const tryToSend = async (smtpUrl: string, limits: SmtpLimits, sender: string) => {
  const [{ default: SmtpConnection }, { parseConnectionUrl }] = await Promise.all([
    import('nodemailer/lib/smtp-connection'),
    import('nodemailer/lib/shared'),
  ])
  const { auth, ...options } = parseConnectionUrl(smtpUrl)
  const connection = new SmtpConnection({ ...options, ...timeouts(limits) })
  const failure = new Promise<never>((_, reject) => connection.once('error', reject))
  const step = (begin: (done: (error?: Error | null) => void) => void) =>
    Promise.race([
      failure,
      new Promise<void>((resolve, reject) => begin((error) => (error ? reject(error) : resolve()))),
    ])
  try {
    await step((done) => connection.connect(done))
    if (auth) await step((done) => connection.login(auth, done))
    await step((done) => {
      // The connection reads the body after the server has accepted the envelope.
      const body = new Readable({ read: () => done() })
      connection.send({ from: sender, to: [sender] }, body, done)
    })
  } finally {
    connection.close()
  }
}

/**
 * Sends letters through the mail server at `smtpUrl` (`smtp://user:password@host:587`, `smtps://…`; nodemailer's
 * options may follow as a query). A 5xx to the recipient or the message throws `LetterRefused`; after any other error a
 * retry may help.
 */
export function smtpMailer(
  smtpUrl: string,
  limits: SmtpLimits = usualLimits,
): Mailer & { check(sender: string): Promise<void> } {
  let transport: ReturnType<typeof connect> | undefined
  return {
    /** Connects, signs in and names the sender, and sends nothing. Throws the error of nodemailer. */
    check: (sender) => tryToSend(smtpUrl, limits, sender),
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

/**
 * The code of a failure, without the server's words. nodemailer gives one code to a closed port, an unknown name and a
 * bad certificate; the code of the first cause says which it is.
 */
export const mailFault = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  if ('originalCode' in error && typeof error.originalCode === 'string') return error.originalCode
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
