import type { ApiConfig } from 'api/config'
import { smtpMailer } from 'api/mail/smtp-mailer'
import { type Check, failed, ok, reasonOf, warning } from '../check'

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
      return failed(
        `${hostname} does not accept us: ${reasonOf(error)}`,
        reasonOf(error) === 'EAUTH'
          ? 'Correct the name and the password in SMTP_URL.'
          : 'See whether host and port of SMTP_URL are right, and the firewall lets this machine through.',
      )
    }
  },
})
