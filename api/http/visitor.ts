import { isIP } from 'node:net'
import type { ApiRequest } from './exchange'

/** Who is at the other end of the portal, as far as a request tells. */
export interface Visitor {
  /** The address that a portal names, else the connection's own; null when neither is known. */
  address: string | null
  /** 'Chrome, Android': shown to the customer among the sessions. */
  device: string | null
  /** The portal's random cookie of the browser. */
  deviceId: string | null
}

interface Sender {
  /** Of the connection; undefined for a request of the same process. */
  connectionAddress: string | undefined
  /** Whether it is a portal: what anybody else says of a visitor's address is not believed. */
  isPortal: boolean
}

export const visitorOf = ({ headers }: ApiRequest, { connectionAddress, isPortal }: Sender): Visitor => ({
  address:
    [isPortal ? headers.get('x-forwarded-for')?.trim() : undefined, connectionAddress].find(isAddress) ??
    null,
  device: cut(headers.get('x-device'), 100),
  deviceId: cut(headers.get('x-device-id'), 100),
})

/** The address of somebody who comes through this many proxies and no portal; null when it is not known. */
export const addressBehind = (
  proxies: number,
  { headers }: ApiRequest,
  connectionAddress: string | undefined,
): string | null => {
  const forwarded =
    headers
      .get('x-forwarded-for')
      ?.split(',')
      .map((address) => address.trim()) ?? []
  // The nearest last: each proxy appends the address that it was called from.
  const way = [...(proxies > 0 ? forwarded.slice(-proxies) : []), connectionAddress].filter(isAddress)
  return way[0] ?? null
}

const isAddress = (text: string | undefined): text is string => text !== undefined && isIP(text) !== 0

const cut = (text: string | null, length: number) => text?.trim().slice(0, length) || null

/** What limits count by: an IPv4 address whole, of IPv6 the /64 that one household has. */
export const networkOf = (address: string | null): string => {
  if (address === null) return 'unknown'
  if (isIP(address) === 4) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]/`)
  const [head = '', tail] = hostname.slice(1, -1).split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - groups.length - after.length
  return [...groups, ...Array<string>(zeros).fill('0'), ...after].slice(0, 4).join(':')
}
