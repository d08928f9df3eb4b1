import { type Zone, zones } from 'contract/readings'
import { decimalsOf, parseDecimal, toUnits, wholeDigitsOf } from 'format/decimal'
import type { FieldReader } from './field-reader'
import { lineWords, meterWords as words } from './import.words'
import type { Entry } from './staged-entries'

export const meterFields = {
  id: 'required',
  account: 'required',
  service: 'required',
  unit: 'required',
  serial: 'required',
  /** How many digits the meter shows before the decimal point; `decimals` is how many after it. */
  digits: 'required',
  decimals: 'required',
  place: 'optional',
  /** How many tariff zones of the day it has. */
  zones: 'optional',
  verified_until: 'optional',
  /** The first day without the meter. */
  closed: 'optional',
  /** The day on which the values were read. */
  read_on: 'optional',
  t1: 'optional',
  t2: 'optional',
  t3: 'optional',
} as const
export type MeterField = keyof typeof meterFields
type Reader = FieldReader<MeterField>

export interface MeterEntry extends Entry {
  /** Its number in the billing. */
  externalId: string
  service: string
  unit: string
  serial: string
  place: string | null
  zones: number
  digits: number
  decimals: number
  verifiedUntil: string | null
  closed: string | null
  values: readonly ZoneValue[]
  /** Empty if there are no values. */
  readOn: string
}

export interface ZoneValue {
  zone: Zone
  /** In the meter's smallest units. */
  value: number
}

/** Values of so many digits are exact in a JavaScript number. */
const mostDigits = 9
const mostDecimals = 6

const readWholeNumber = (
  reader: Reader,
  field: 'digits' | 'decimals' | 'zones',
  { least, most, fallback }: { least: number; most: number; fallback: number },
) => {
  const value = reader.optionalWholeNumber(field)
  if (value === null || reader.isBad) return fallback
  if (value < least || value > most) reader.refuse(field, words.within(least, most))
  return value
}

/** In the meter's smallest units; null if there is no value. */
const zoneValue = (
  reader: Reader,
  zone: Zone,
  { digits, decimals, zones: zoneCount }: { digits: number; decimals: number; zones: number },
): number | null => {
  const typed = reader.optionalText(zone)
  if (typed === '' || reader.isBad) return null
  if (zones.indexOf(zone) >= zoneCount) {
    reader.refuse(zone, words.noZone(zoneCount), ['zones'])
    return null
  }
  const parsed = parseDecimal(typed)
  if (!parsed.ok) {
    reader.refuse(zone, lineWords.number(typed))
    return null
  }
  // A billing may print more zeros than the meter has digits.
  const text = parsed.text.includes('.') ? parsed.text.replace(/\.?0+$/, '') : parsed.text
  if (wholeDigitsOf(text) > digits || decimalsOf(text) > decimals) {
    reader.refuse(zone, words.tooLong(digits, decimals), ['digits', 'decimals'])
    return null
  }
  return Number(toUnits(text, decimals))
}

/** Undefined: the line is bad. */
export const readMeter = (reader: Reader, today: string): MeterEntry | undefined => {
  const shape = {
    digits:
      reader.text('digits') === ''
        ? 1
        : readWholeNumber(reader, 'digits', { least: 1, most: mostDigits, fallback: 1 }),
    decimals:
      reader.text('decimals') === ''
        ? 0
        : readWholeNumber(reader, 'decimals', { least: 0, most: mostDecimals, fallback: 0 }),
    zones: readWholeNumber(reader, 'zones', { least: 1, most: zones.length, fallback: 1 }),
  }
  const values = zones.flatMap((zone) => {
    const value = zoneValue(reader, zone, shape)
    return value === null ? [] : [{ zone, value }]
  })
  const externalId = reader.identifier('id')
  const entry = {
    line: reader.line,
    key: externalId,
    externalId,
    account: reader.account('account'),
    service: reader.text('service'),
    unit: reader.text('unit'),
    serial: reader.text('serial'),
    place: reader.optionalText('place') || null,
    ...shape,
    verifiedUntil: reader.optionalDay('verified_until'),
    closed: reader.optionalDay('closed'),
    values,
    readOn: values.length > 0 ? reader.pastDay('read_on', today) : '',
  }
  return reader.isBad ? undefined : entry
}
