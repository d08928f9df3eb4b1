import { BlockList, isIP } from 'node:net'

/** Where webhooks come from: https://yookassa.ru/developers/using-api/webhooks#ip */
const networks = new BlockList()
networks.addSubnet('185.71.76.0', 27)
networks.addSubnet('185.71.77.0', 27)
networks.addSubnet('77.75.153.0', 25)
networks.addSubnet('77.75.154.128', 25)
networks.addAddress('77.75.156.11')
networks.addAddress('77.75.156.35')
networks.addSubnet('2a02:5180::', 32, 'ipv6')

export const isYookassaAddress = (address: string): boolean =>
  isIP(address) !== 0 && networks.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
