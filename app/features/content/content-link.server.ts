import { sitePath } from '~/server/http/redirects.server'

export interface ContentLink {
  href: string
  /** Whether it leads to another site. */
  external: boolean
}

/** What browsers drop or turn, and blanks that nobody sees. */
const unsafe = /[\p{Cc} \u00a0\u2028\u2029\ufeff\\]/u

/** Where a link in a content page's text may lead: this site, http(s), a letter, a call. Null for anything else. */
export const contentLink = (written: string, publicUrl: URL): ContentLink | null => {
  // Paths of files come with spaces in them.
  const address = written.trim().replaceAll(' ', '%20')
  if (address === '' || unsafe.test(address)) return null
  const [, scheme, rest = ''] = /^([a-z][a-z\d+.-]*):(.*)$/i.exec(address) ?? []
  switch (scheme?.toLowerCase()) {
    case 'http':
    case 'https':
      return web(address, publicUrl)
    case 'mailto':
      return /^[^<>"'`]+$/.test(rest) ? { href: `mailto:${rest}`, external: false } : null
    case 'tel':
      return call(rest)
    case undefined:
      return address.startsWith('//') ? web(`https:${address}`, publicUrl) : onThisSite(address, publicUrl)
    default:
      return null
  }
}

/** A picture is shown only from this site: its path, or null. */
export const pictureSource = (written: string, publicUrl: URL): string | null => {
  const link = contentLink(written, publicUrl)
  return link?.href.startsWith('/') ? link.href : null
}

const web = (address: string, publicUrl: URL): ContentLink | null => {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return null
  }
  if (url.origin === publicUrl.origin) return onThisSite(url.pathname + url.search + url.hash, publicUrl)
  return url.username || url.password ? null : { href: url.href, external: true }
}

const call = (written: string): ContentLink | null => {
  const number = written.replace(/%20|[().-]/g, '')
  return /^\+?\d{2,20}$/.test(number) ? { href: `tel:${number}`, external: false } : null
}

const onThisSite = (address: string, publicUrl: URL): ContentLink | null => {
  if (address.startsWith('/')) {
    const path = sitePath(address, publicUrl)
    return path === null ? null : { href: path, external: false }
  }
  // From here on it is relative to its page: a colon before any slash would look like a scheme to somebody.
  return /^[^/?#]*:/.test(address) ? null : { href: address, external: false }
}
