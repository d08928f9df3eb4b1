import type { Invoice } from 'contract/invoices'
import { LRUCache } from 'lru-cache'
import { encode } from 'uqr'

const SEPARATORS = ['|', '~', '_', '^', '#', '&', ';', '!']
const MANDATORY_BYTES = 300

/** Characters of some 150 payment orders: encoding a picture takes a tenth of the time of an invoice's page. */
const CACHED_CHARACTERS = 60_000

/** A payment order as the bank's phone reads it (ГОСТ Р 56042-2014), for what is to pay on the invoice now. */
export const paymentOrderText = (invoice: Invoice): string => {
  const { payee, period, account, total } = invoice
  const [year = '', month = ''] = period.split('-')
  const mandatory: [string, string][] = [
    ['Name', cutTo(payee.name, 160)],
    ['PersonalAcc', payee.settlementAccount],
    ['BankName', cutTo(payee.bankName, 45)],
    ['BIC', payee.bic],
    ['CorrespAcc', payee.correspondentAccount],
  ]
  const rest: [string, string][] = [
    ['Sum', String(Math.max(0, total))],
    ['Purpose', cutTo(`Лицевой счёт ${account}, ${month}.${year}`, 210)],
    ['PayeeINN', payee.inn],
    ...(payee.kpp ? [['KPP', payee.kpp] satisfies [string, string]] : []),
    ...(invoice.address ? [['PayerAddress', cutTo(invoice.address, 255)] satisfies [string, string]] : []),
    ['PersAcc', account],
    ['PaymPeriod', month + year],
    ['TechCode', '02'],
  ]
  const pairs = [...withinBytes(mandatory), ...rest].map(([key, value]) => [key, oneLine(value)] as const)
  const separator = SEPARATORS.find((sign) => pairs.every(([, value]) => !value.includes(sign))) ?? '|'
  const fields = pairs.map(([key, value]) => `${key}=${value.replaceAll(separator, ' ')}`)
  // The last digit of the heading says UTF-8; the separator stands right behind it.
  return `ST00012${separator}${fields.join(separator)}`
}

const oneLine = (value: string) => value.replace(/\p{Cc}+/gu, ' ').trim()

const cutTo = (value: string, characters: number) => [...value].slice(0, characters).join('')

const bytesOf = (pairs: readonly [string, string][]) =>
  pairs.reduce((sum, [key, value]) => sum + Buffer.byteLength(`${key}=${value}`) + 1, 0)

/** The five that have to be there are 300 bytes at most: the name of the payee gives way, a character at a time. */
const withinBytes = (pairs: readonly [string, string][]): readonly [string, string][] => {
  const [name, ...others] = pairs
  if (!name) return pairs
  const characters = [...name[1]]
  while (characters.length > 1 && bytesOf([[name[0], characters.join('')], ...others]) > MANDATORY_BYTES) {
    characters.pop()
  }
  return [[name[0], characters.join('').trimEnd()], ...others]
}

export interface QrPicture {
  /** Modules along one side, the quiet border included. */
  size: number
  /** The dark modules as the path of an SVG in which a module is one unit. */
  path: string
}

/** The picture of a text: level M, with the quiet border of four modules that scanners want. */
export const qrPicture = (text: string): QrPicture => pictures.memo(text)

const draw = (text: string): QrPicture => {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const path = data.map((row, y) => row.map((dark, x) => (dark ? runAt(row, x, y) : '')).join('')).join('')
  return { size, path }
}

const pictures = new LRUCache<string, QrPicture>({
  maxSize: CACHED_CHARACTERS,
  sizeCalculation: (_, { length }) => Math.max(1, length),
  memoMethod: draw,
})

/** A run of dark modules is one rectangle; its modules but the first draw nothing. */
const runAt = (row: readonly boolean[], x: number, y: number) => {
  if (row[x - 1]) return ''
  let end = x
  while (row[end]) end += 1
  return `M${x} ${y}h${end - x}v1h${x - end}z`
}
