import { parseCookie, stringifySetCookie } from 'cookie'

/** Whether the portal is reached over https: its cookies are Secure then. */
export const isSecure = ({ publicUrl }: { publicUrl: URL }) => publicUrl.protocol === 'https:'

/**
 * The name of a cookie of the portal's. Over https it has the prefix `__Host-`: a browser takes such a cookie only from
 * this host itself, over https, so that neither another subdomain nor an attacker on the network can set one.
 */
export const cookieName = (name: string, secure: boolean) => (secure ? `__Host-${name}` : name)

/** A cookie of the portal's: for all of its pages, hidden from scripts. `secure`: see `isSecure`. */
export const portalCookie = (plainName: string, secure: boolean) => {
  const name = cookieName(plainName, secure)
  const attributes = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const
  return {
    name,
    /** Undefined when the request has none. */
    read: (cookieHeader: string | null | undefined): string | undefined =>
      cookieHeader ? parseCookie(cookieHeader)[name] : undefined,
    /** The `Set-Cookie` header that keeps a value for some seconds. */
    write: (value: string, maxAgeS: number): string =>
      stringifySetCookie({ name, value, ...attributes, maxAge: maxAgeS }),
    clear: (): string => stringifySetCookie({ name, value: '', ...attributes, maxAge: 0 }),
  }
}
