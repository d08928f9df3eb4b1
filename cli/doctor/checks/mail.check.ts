import type { ApiConfig } from 'api/config'
import { mailFault, smtpMailer } from 'api/mail/smtp-mailer'
import { type Check, failed, ok, warning } from '../check'

/** Whether the mail server accepts the connection, the login and the sender. No letter is sent. */
export const mailCheck = ({ smtpUrl, mailFrom, dataDir }: ApiConfig, isProduction: boolean): Check => ({
  name: 'mail',
  async run() {
    if (smtpUrl === undefined) {
      const summary = `letters are files in ${dataDir}/outbox`
      return isProduction ? warning(summary, 'Set SMTP_URL: nobody gets these letters.') : ok(summary)
    }
    const { hostname } = new URL(smtpUrl)
    try {
      await smtpMailer(smtpUrl).check(mailFrom.address)
      return ok(`${hostname} accepts the connection, the login and the sender ${mailFrom.address}`)
    } catch (error) {
      const refusal = refusedEnvelope(error)
      // A mailbox that only sends often receives nothing.
      if (refusal?.isOfRecipient) return ok(`${hostname} accepts the connection and the login`)
      if (refusal)
        return failed(
          `${hostname} refuses the sender ${mailFrom.address}: ${refusal.code}`,
          'Set MAIL_FROM to an address that the mailbox of SMTP_URL may send from.',
        )
      const fault = mailFault(error)
      return failed(`${hostname} does not accept us: ${fault}`, adviceOn(fault))
    }
  },
})

/** Enhanced codes (RFC 3463) with which servers refuse the sender in the answer to RCPT TO. */
const ofSender = /\b5\.(1\.[78]|7\.\d+)\b/

const refusedEnvelope = (error: unknown): { code: number; isOfRecipient: boolean } | null => {
  if (!(error instanceof Error && 'code' in error && error.code === 'EENVELOPE')) return null
  const { command, response, responseCode } = { command: '', response: '', responseCode: 0, ...error }
  const isOfRecipient = command === 'RCPT TO' && !ofSender.test(String(response))
  return { code: Number(responseCode), isOfRecipient }
}

const adviceOn = (fault: string) => {
  if (fault === 'EAUTH') return 'Correct the name and the password in SMTP_URL.'
  if (/CERT|SIGNATURE/.test(fault))
    return 'Its certificate is not accepted for the host in SMTP_URL: correct the host, or name the file of its authority in NODE_EXTRA_CA_CERTS.'
  if (/^(ERR_SSL_|ERR_TLS_|EPROTO$|ETLS$)/.test(fault))
    return 'It does not speak TLS as SMTP_URL says: smtps:// goes with port 465, smtp:// with port 587.'
  return 'See whether host and port of SMTP_URL are right, and the firewall lets this machine through.'
}
