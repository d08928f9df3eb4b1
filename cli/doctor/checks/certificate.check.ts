import { DAY } from 'format/durations'
import { fetchCertificate } from 'monitoring/certificate'
import { type Check, failed, notChecked, ok, reasonOf, warning } from '../check'

const soonDays = 14

interface CertificateOptions {
  now?: () => number
  /** Authorities besides the known ones, as PEM. */
  ca?: string
}

/** Whether browsers accept the certificate of the public address, and for how long. */
export const certificateCheck = (publicUrl: URL, { now = Date.now, ca }: CertificateOptions = {}): Check => ({
  name: 'certificate',
  async run() {
    if (publicUrl.protocol !== 'https:') return notChecked('PUBLIC_URL is not https')
    const { host } = publicUrl
    try {
      const { expiresAt, fault } = await fetchCertificate(publicUrl, ca)
      const days = Math.floor((expiresAt - now()) / DAY)
      if (days < 0) return failed(`that of ${host} has expired`, 'Renew it: browsers refuse the site.')
      if (fault !== null)
        return failed(
          `that of ${host} is not accepted: ${fault}`,
          'Install one of a known authority for this name, with its intermediate certificates.',
        )
      const summary = `that of ${host} is valid for ${days} more days`
      return days < soonDays
        ? warning(summary, 'Renew it, and see why it was not renewed by itself.')
        : ok(summary)
    } catch (error) {
      return failed(
        `${host} does not answer over TLS: ${reasonOf(error)}`,
        'See whether the proxy in front runs, and this machine may reach it.',
      )
    }
  },
})
