import type { Invoice } from 'contract/invoices'
import { drawQrPng, qrPicture } from '~/server/pages/draw-qr.server'
import type { QrDrawing } from '~/ui/qr-code/qr-code'
import { paymentPurpose } from './invoice-view'

type PaymentCode = { text: string } & QrDrawing

const SEPARATORS = ['|', '~', '_', '^', '#', '&', ';', '!']
const MANDATORY_BYTES = 300

/** The QR code for the unpaid part of the invoice, with its text; null when there is none to draw. */
export const paymentCode = (invoice: Invoice): PaymentCode | null => {
  const text = invoice.total > 0 ? paymentOrderText(invoice) : null
  const picture = text ? qrPicture(text) : null
  return text && picture ? { text, ...picture } : null
}

/** The same code as a PNG file, for a phone that can't point its camera at its own screen. */
export const paymentCodePng = (invoice: Invoice): Buffer | null => {
  const code = paymentCode(invoice)
  return code && drawQrPng(code.text)
}

/**
 * The text of a payment order for banking apps (ГОСТ Р 56042-2014), for what is left to pay on the invoice; null when its
 * payee lacks a mandatory requisite.
 */
export const paymentOrderText = (invoice: Invoice): string | null => {
  const { payee, period, account, total } = invoice
  if (!isPayableTo(payee)) return null
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
    ['Purpose', cutTo(paymentPurpose(invoice), 210)],
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
  // The last digit of the heading means UTF-8; the separator follows it.
  return `ST00012${separator}${fields.join(separator)}`
}

/** Without one of the mandatory requisites no bank knows the payee. */
const isPayableTo = ({ name, settlementAccount, bankName, bic, correspondentAccount }: Invoice['payee']) =>
  [name, settlementAccount, bankName, bic, correspondentAccount].every((detail) => oneLine(detail) !== '')

const oneLine = (value: string) => value.replace(/\p{Cc}+/gu, ' ').trim()

const cutTo = (value: string, characters: number) => [...value].slice(0, characters).join('')

const bytesOf = (pairs: readonly [string, string][]) =>
  pairs.reduce((sum, [key, value]) => sum + Buffer.byteLength(`${key}=${value}`) + 1, 0)

/** The mandatory fields may take 300 bytes: the payee's name is shortened character by character. */
const withinBytes = (pairs: readonly [string, string][]): readonly [string, string][] => {
  const [name, ...others] = pairs
  if (!name) return pairs
  const characters = [...name[1]]
  while (characters.length > 1 && bytesOf([[name[0], characters.join('')], ...others]) > MANDATORY_BYTES) {
    characters.pop()
  }
  return [[name[0], characters.join('').trimEnd()], ...others]
}
