import { readableHash } from '~/server/http/page-address.server'
import { sitePath } from '~/server/http/redirects.server'

export interface ContentLink {
  href: string
  /** Whether it leads to another site. */
  external: boolean
}

/** Characters that browsers drop or replace, and invisible spaces. */
const unsafe = /[\p{Cc} \u00a0\u2028\u2029\ufeff\\]/u

/** Where a link in a content page may lead: this site, http(s), an e-mail, a phone call. Null for anything else. */
export const contentLink = (written: string, publicUrl: URL): ContentLink | null => {
  // Authors paste file paths with spaces.
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

/** The path of a picture of this site; null for any other. */
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
  const hashAt = address.search(/#|$/)
  const href = address.slice(0, hashAt) + readableHash(address.slice(hashAt))
  // The link may be relative to its page: with a colon before any slash, a parser could read it as a scheme.
  return href === '' || /^[^/?#]*:/.test(href) ? null : { href, external: false }
}
