import type { ApiConfig } from 'api/config'
import { mailFault } from 'api/mail/mail-fault'
import { smtpMailer } from 'api/mail/smtp-mailer'
import { type Check, failed, ok, warning } from '../check'

/** Whether the mail server accepts the connection and the login. No letter is sent. */
export const mailCheck = ({ smtpUrl, dataDir }: ApiConfig, isProduction: boolean): Check => ({
  name: 'mail',
  async run() {
    if (smtpUrl === undefined) {
      const found = `letters are files in ${dataDir}/outbox`
      return isProduction ? warning(found, 'Set SMTP_URL: nobody gets these letters.') : ok(found)
    }
    const { hostname } = new URL(smtpUrl)
    try {
      await smtpMailer(smtpUrl).check()
      return ok(`${hostname} accepts the connection and the login`)
    } catch (error) {
      const fault = mailFault(error)
      return failed(`${hostname} does not accept us: ${fault}`, adviceOn(fault))
    }
  },
})

const adviceOn = (fault: string) => {
  if (fault === 'EAUTH') return 'Correct the name and the password in SMTP_URL.'
  if (/CERT|SIGNATURE/.test(fault))
    return 'Its certificate is not accepted for the host in SMTP_URL: correct the host, or name the file of its authority in NODE_EXTRA_CA_CERTS.'
  if (/^(ERR_SSL_|ERR_TLS_|EPROTO$|ETLS$)/.test(fault))
    return 'It does not speak TLS as SMTP_URL says: smtps:// goes with port 465, smtp:// with port 587.'
  return 'See whether host and port of SMTP_URL are right, and the firewall lets this machine through.'
}
