import { isIP } from 'node:net'
import { withoutPort } from 'process/without-port'
import type { ApiRequest } from './exchange'

/** The visitor of the portal who causes a request. */
export interface Visitor {
  /** The address that the portal sends, else that of the connection; null when neither is known. */
  address: string | null
  /** 'Chrome, Android': shown in the list of sessions; null when the portal can't tell. */
  device: string | null
  /** The portal's random cookie for the browser. */
  deviceId: string | null
  /** The id of the request in the portal and the logs. */
  requestId: string
}

interface Sender {
  /** The address of the connection; undefined for a request from the same process. */
  connectionAddress: string | undefined
  /** Only a portal is trusted to name the visitor's address. */
  isPortal: boolean
  requestId: string
}

export const visitorOf = (
  { headers }: ApiRequest,
  { connectionAddress, isPortal, requestId }: Sender,
): Visitor => ({
  requestId,
  address:
    [isPortal ? headers.get('x-forwarded-for')?.trim() : undefined, connectionAddress].find(isAddress) ??
    null,
  device: knownDevice(cut(headers.get('x-device'), 100)),
  deviceId: cut(headers.get('x-device-id'), 100),
})

/** The client's address behind this many proxies, for requests that don't come from a portal; null when unknown. */
export const addressBehind = (
  proxies: number,
  { headers }: ApiRequest,
  connectionAddress: string | undefined,
): string | null => {
  const forwarded =
    headers
      .get('x-forwarded-for')
      ?.split(',')
      .map((address) => withoutPort(address.trim())) ?? []
  // Each proxy appends the address of its client, so the nearest is last.
  const chain = [...(proxies > 0 ? forwarded.slice(-proxies) : []), connectionAddress].filter(isAddress)
  return chain[0] ?? null
}

const isAddress = (text: string | undefined): text is string => text !== undefined && isIP(text) !== 0

const cut = (text: string | null, length: number) => text?.trim().slice(0, length) || null

/** The portal sends `Unknown` for a device that it can't recognize. */
const knownDevice = (device: string | null) => (device === 'Unknown' ? null : device)

/**
 * The key of limits by address: a whole IPv4 address, or the /64 of an IPv6 address, which belongs to one household.
 */
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
