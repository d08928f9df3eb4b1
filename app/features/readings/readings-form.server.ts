import type { AppLoadContext } from '@remix-run/node'
import { longestReturnedId } from 'contract/limits'
import { type Meter, readingWords, type Zone, zone as zoneShape, zones } from 'contract/readings'
import { decimalsOf, parseDecimal, wholeDigitsOf } from 'format/decimal'
import { formReplies, type RejectedForm, tooManyPosts } from '~/server/forms/read-form.server'
import type { Failure } from '../../api-client/failure'
import { fieldOf, READINGS_FORM } from './readings-view'

/** More zones than any account has; further fields are ignored. */
const MOST_READINGS = 100

const FIELD = /^reading-(.+)-(t\d)$/s

/** A control of the form with its typed text. */
export interface TypedReading {
  name: string
  meter: string
  zone: Zone
  typed: string
}

type SentReading = { meter: string; values: Partial<Record<Zone, string>> }

export type ReadReadings =
  | {
      ok: true
      readings: SentReading[]
      /** The ids of the sent meters whose checkbox is ticked. */
      confirmed: string[]
      reject(failure: Failure): RejectedForm
    }
  | { ok: false; reply: RejectedForm }

/** The posted readings without empty ones. If a control is posted twice, its first value counts. */
export const typedReadings = (fields: URLSearchParams): TypedReading[] => {
  const names = new Set(fields.keys())
  const readings = [...names].flatMap((name) => {
    const [, meter = '', typedZone] = FIELD.exec(name) ?? []
    const zone = zoneShape.safeParse(typedZone)
    const typed = fields.get(name) ?? ''
    if (!zone.success || !meter || meter.length > longestReturnedId || typed.trim() === '') return []
    return [{ name, meter, zone: zone.data, typed }]
  })
  return readings.slice(0, MOST_READINGS)
}

/** The ids of the meters whose checkbox is ticked. */
export const tickedMeters = (fields: URLSearchParams): string[] => [
  ...new Set(
    fields
      .getAll('confirmed')
      .slice(0, MOST_READINGS)
      .filter((meter) => meter && meter.length <= longestReturnedId),
  ),
]

/**
 * Reads the form of all meters. `meters` have the valid numbers of digits. `null`: the meters are unknown, and only the
 * product API checks the digits.
 */
export const readReadings = (
  context: AppLoadContext,
  fields: URLSearchParams,
  meters: readonly Meter[] | null,
): ReadReadings => {
  const typedList = typedReadings(fields)
  const checkedReadings = typedList.map((reading) => ({
    ...reading,
    ...checkReading(reading, meterOf(meters, reading.meter)),
  }))
  const { comeBack, reject } = formReplies(context, {
    name: READINGS_FORM,
    fields: fieldsOf(typedList, meters),
    submission: ({ form, fields }) => ({
      status: 'error',
      initialValue: Object.fromEntries(typedList.map(({ name, typed }) => [name, typed])),
      error: { ...fields, ...(form.length > 0 && { '': form }) },
    }),
  })
  const { throttledForS } = context
  if (throttledForS !== null) return { ok: false, reply: reject(tooManyPosts(throttledForS)) }
  const fieldErrors = checkedReadings.flatMap(({ name, error }): [string, string[]][] =>
    error ? [[name, [error]]] : [],
  )
  if (fieldErrors.length > 0)
    return { ok: false, reply: comeBack({ status: 400, fields: Object.fromEntries(fieldErrors) }) }
  if (checkedReadings.length === 0)
    return { ok: false, reply: comeBack({ status: 400, form: [readingWords.nothing] }) }
  const readings = byMeter(checkedReadings)
  return {
    ok: true,
    readings,
    confirmed: tickedMeters(fields).filter((id) => readings.some(({ meter }) => meter === id)),
    reject: (failure) => reject(atControls(failure, typedList, meters)),
  }
}

const meterOf = (meters: readonly Meter[] | null, id: string) => meters?.find((meter) => meter.id === id)

const fieldsOf = (typedList: readonly TypedReading[], meters: readonly Meter[] | null): string[] => [
  ...new Set([
    ...typedList.map(({ name }) => name),
    ...(meters ?? []).flatMap(({ id, zones: own }) => own.map(({ zone }) => fieldOf(id, zone))),
  ]),
]

type ReadingCheck = { value: string; error: string | null }

const checkReading = ({ typed }: TypedReading, meter: Meter | undefined): ReadingCheck => {
  const parsed = parseDecimal(typed)
  if (!parsed.ok) {
    const { negative, notANumber } = readingWords
    return { value: '', error: parsed.reason === 'negative' ? negative : notANumber }
  }
  if (!meter) return { value: parsed.text, error: null }
  const value = withoutSpareZeros(parsed.text, meter.decimals)
  return { value, error: tooManyDigits(value, meter) }
}

const tooManyDigits = (value: string, meter: Meter): string | null => {
  if (wholeDigitsOf(value) > meter.digits) return readingWords.tooLong(meter)
  return decimalsOf(value) > meter.decimals ? readingWords.tooPrecise(meter) : null
}

/** '12.500' for a meter with one decimal is '12.5': extra zeros are accepted. */
const withoutSpareZeros = (value: string, decimals: number) => {
  const [whole = '', fraction = ''] = value.split('.')
  if (/[^0]/.test(fraction.slice(decimals))) return value
  const shortFraction = fraction.slice(0, decimals)
  return shortFraction ? `${whole}.${shortFraction}` : whole
}

const byMeter = (checkedReadings: readonly (TypedReading & ReadingCheck)[]): SentReading[] => {
  const meters = new Map<string, SentReading['values']>()
  for (const { meter, zone, value } of checkedReadings)
    meters.set(meter, { ...meters.get(meter), [zone]: value })
  return [...meters].map(([meter, values]) => ({ meter, values }))
}

/** The API names a reading `{meter}.{zone}`, the page `reading-{meter}-{zone}`. */
const atControls = (
  failure: Failure,
  typedList: readonly TypedReading[],
  meters: readonly Meter[] | null,
): Failure => {
  if (failure.kind !== 'invalid') return failure
  const ids = new Set([...typedList.map(({ meter }) => meter), ...(meters ?? []).map(({ id }) => id)])
  const names = new Map<string, string>(
    [...ids].flatMap((id) => zones.map((zone) => [`${id}.${zone}`, fieldOf(id, zone)] as const)),
  )
  const errors = Object.entries(failure.errors).map(([at, words]) => [names.get(at) ?? at, words] as const)
  return { ...failure, errors: Object.fromEntries(errors) }
}
