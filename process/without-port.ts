/** Removes port and brackets from an IP address that a proxy reports: '[2001:db8::1]:443' → '2001:db8::1'. */
export const withoutPort = (address: string): string => {
  const [, bracketed, dotted] = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/.exec(address) ?? []
  return (bracketed ?? dotted ?? address).replace(/^::ffff:/, '')
}
