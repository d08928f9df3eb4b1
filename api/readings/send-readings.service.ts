import { randomInt, randomUUID } from 'node:crypto'
import { findOwnTitle, requireRight } from 'api/accounts'
import type { Queries } from 'api/db/database'
import type { Customer } from 'api/http/customer'
import { answerOnce, claimKey } from 'api/idempotency/answer-once'
import { storeAnswer } from 'api/idempotency/idempotency-keys.repository'
import { enqueueLetter } from 'api/mail/outbox.repository'
import { decimal, receiptAnswer, type Zone, zones } from 'contract/readings'
import { today } from 'format/dates'
import { decimalsOf, fromUnits, toUnits, wholeDigitsOf } from 'format/decimal'
import { DAY } from 'format/durations'
import type { z } from 'zod'
import { type Judgement, judgeReading, looksSwapped } from './judge-reading'
import type { ReadingsDeps } from './meters.service'
import { afterMoment, pastReadings, zonesOf } from './past-readings'
import { windowOn } from './reading-window'
import { type Doubt, ReadingsError, type ValueProblem, type WrongValue } from './readings.errors'
import { readingsReceiptLetter } from './readings.letters'
import {
  findMeters,
  insertReadings,
  insertReceipt,
  lockMeters,
  type MeterRow,
  newestReadingAt,
  nthReceiptAt,
} from './readings.repository'

interface ReadingsForm {
  customer: Pick<Customer, 'id' | 'email'>
  account: string
  readings: readonly { meter: string; values: { [Name in Zone]?: string | undefined } }[]
  confirmed?: readonly string[] | undefined
  key: string
  now: Date
}

type Receipt = z.input<typeof receiptAnswer>

/** One value of the form with its judgement. */
interface JudgedValue extends Judgement {
  meter: MeterRow
  zone: Zone
  value: number
  /** The last value of the zone; null for its first reading. */
  last: number | null
}

/** The most forms of one account in any 24 hours: readings are stored for good. */
const mostReceiptsPerDay = 50

/** Stores readings that a customer sends, once for each key. Throws AccessRefused for an account without the right. */
export function sendReadingsService({
  config,
  database,
  wakeJobs,
}: Pick<ReadingsDeps, 'config' | 'database' | 'wakeJobs'>) {
  const { db } = database

  /** Stores the readings and returns their receipt. Throws ReadingsError, and then nothing is stored. */
  const accept = async (trx: Queries, form: ReadingsForm): Promise<Receipt> => {
    const { account, customer, now } = form
    await lockMeters(trx, account)
    const day = today(config.timeZone, now)
    const window = windowOn(day, config.readingDays)
    if (!window.open) throw new ReadingsError({ code: 'window_closed', window })
    const period = day.slice(0, 7)
    const judgedValues = await judgeAll(trx, form, day)
    refuseDoubtful(judgedValues, form.confirmed ?? [])
    refuseTooMany(await nthReceiptAt(trx, account, mostReceiptsPerDay), now)

    const acceptedAt = afterMoment(await newestReadingAt(trx, account), now)
    const receiptId = randomUUID()
    const number = await storeReceipt(trx, { id: receiptId, account, accepted_at: acceptedAt }, day)
    // The history lists readings of one moment by descending id, so these ids keep the order of the form.
    const ids = judgedValues.map(() => randomUUID()).sort((a, b) => (a < b ? 1 : -1))
    await insertReadings(
      trx,
      judgedValues.map(({ meter, zone, value, previous, volume, corrects }, at) => ({
        id: ids[at] ?? randomUUID(),
        account,
        meter_id: meter.id,
        zone,
        value,
        previous,
        volume,
        corrects: corrects ? (1 as const) : (0 as const),
        period,
        read_at: acceptedAt,
        source: 'customer' as const,
        receipt_id: receiptId,
      })),
    )
    const acceptedReadings = judgedValues.map(({ meter, zone, value, previous, volume }) => {
      const asText = (units: number) => fromUnits(BigInt(units), meter.decimals)
      return {
        meter: meter.id,
        zone,
        value: asText(value),
        previous: previous === null ? null : asText(previous),
        volume: asText(volume),
      }
    })
    const letter = readingsReceiptLetter(config, {
      number,
      account,
      ownTitle: await findOwnTitle(trx, { userId: customer.id, account }),
      acceptedAt,
      readings: acceptedReadings.map((reading, at) => ({ ...reading, ...nameOf(judgedValues[at]) })),
    })
    await enqueueLetter(trx, {
      to: customer.email,
      letter,
      userId: customer.id,
      now,
    })
    return { data: { number, acceptedAt, readings: acceptedReadings } }
  }

  return {
    /**
     * Stores the readings and returns their receipt, the same one for the same key. Throws ReadingsError, and
     * IdempotencyMismatch for other readings under the key; a refusal does not use the key up.
     */
    send(form: ReadingsForm): Promise<Receipt> {
      const { customer, account, readings, confirmed = [], key, now } = form
      const request = {
        call: 'sendReadings' as const,
        owner: customer.id,
        key,
        body: [account, readings, confirmed],
        now,
      }
      return answerOnce<Receipt>(
        db,
        request,
        (stored) => receiptAnswer.parse(JSON.parse(stored ?? 'null')),
        async (claim) => {
          const receipt = await database.transaction(async (trx) => {
            await claimKey(trx, claim)
            await requireRight(trx, { userId: customer.id, account, now }, 'readings')
            const newReceipt = await accept(trx, form)
            if (claim) await storeAnswer(trx, claim, newReceipt)
            return newReceipt
          }, 'read committed')
          wakeJobs()
          return receipt
        },
      )
    },
  }
}

/** Throws ReadingsError (`nothing_sent`, `wrong_values`). */
const judgeAll = async (
  trx: Queries,
  { account, readings }: ReadingsForm,
  day: string,
): Promise<JudgedValue[]> => {
  const period = day.slice(0, 7)
  const meters = await findMeters(trx, account, day)
  const typedValues = readings.flatMap(({ meter, values }) =>
    zones.flatMap((zone) => {
      const text = values[zone]
      return text === undefined ? [] : [{ meter, zone, text }]
    }),
  )
  if (typedValues.length === 0) throw new ReadingsError({ code: 'nothing_sent' })
  const meterOf = (id: string) => meters.find((meter) => meter.id === id)
  const wrongValues = typedValues.flatMap(({ meter, zone, text }): WrongValue[] => {
    const problem = problemOf(meterOf(meter), zone, text)
    return problem ? [{ meter, zone, problem }] : []
  })
  if (wrongValues.length > 0) throw new ReadingsError({ code: 'wrong_values', values: wrongValues })
  const past = await pastReadings(trx, { account, meters, period })
  // A zone that is sent twice counts once, with its last value.
  const lastByZone = new Map(typedValues.map((one) => [`${one.zone} ${one.meter}`, one]))
  return [...lastByZone.values()].flatMap(({ meter: id, zone, text }) => {
    const meter = meterOf(id)
    if (!meter) return []
    const value = Number(toUnits(text, meter.decimals))
    const before = past(id, zone)
    const { digits, decimals } = meter
    return [
      {
        ...judgeReading(before, { value, period, digits, decimals }),
        meter,
        zone,
        value,
        last: before.at(-1)?.value ?? null,
      },
    ]
  })
}

const problemOf = (meter: MeterRow | undefined, zone: Zone, text: string): ValueProblem | null => {
  if (!meter) return { code: 'unknown_meter' }
  if (!zonesOf(meter).some((own) => own.zone === zone)) return { code: 'unknown_zone' }
  if (!decimal.safeParse(text).success) return { code: 'not_a_number' }
  if (text.startsWith('-')) return { code: 'negative' }
  const { digits, decimals } = meter
  if (wholeDigitsOf(text) > digits) return { code: 'too_long', digits, decimals }
  return decimalsOf(text) > decimals ? { code: 'too_precise', decimals } : null
}

/** Throws ReadingsError (`confirm_required`) unless the customer has confirmed each doubtful meter. */
const refuseDoubtful = (judgedValues: readonly JudgedValue[], confirmed: readonly string[]) => {
  const doubts = judgedValues.flatMap(({ meter, zone, volume, corrects, doubt }): Doubt[] => {
    if (!doubt || confirmed.includes(meter.id)) return []
    const asText = (units: number) => fromUnits(BigInt(units), meter.decimals)
    const usual = doubt.usual === null ? null : asText(doubt.usual)
    return [{ meter: meter.id, zone, reason: doubt.reason, volume: asText(volume), usual, corrects }]
  })
  if (doubts.length === 0) return
  const doubtfulValues = judgedValues.filter(({ meter, zone }) =>
    doubts.some((doubt) => doubt.meter === meter.id && doubt.zone === zone),
  )
  const isSwapped = doubts.some(({ meter }) =>
    isSwappedIn(judgedValues.filter((one) => one.meter.id === meter)),
  )
  const likely = isSwapped
    ? 'swapped'
    : doubtfulValues.every(({ corrects }) => corrects)
      ? 'correction'
      : null
  throw new ReadingsError({ code: 'confirm_required', doubts, likely })
}

/** Throws ReadingsError (`too_many`) within 24 hours of the oldest receipt that the limit counts. */
const refuseTooMany = (oldestCounted: string | null, now: Date) => {
  if (oldestCounted === null) return
  const wait = Date.parse(oldestCounted) + DAY - now.getTime()
  if (wait > 0) throw new ReadingsError({ code: 'too_many', retryAfterSeconds: Math.ceil(wait / 1000) })
}

const isSwappedIn = (values: readonly JudgedValue[]) => {
  const [day, night] = values
  if (!day || !night || day.last === null || night.last === null) return false
  return looksSwapped([
    { value: day.value, last: day.last },
    { value: night.value, last: night.last },
  ])
}

/** Stores a receipt with a number of the day that no other one has, and returns the number. */
const storeReceipt = async (
  trx: Queries,
  receipt: Omit<Parameters<typeof insertReceipt>[1], 'number'>,
  day: string,
): Promise<string> => {
  for (;;) {
    const number = receiptNumber(day)
    if (await insertReceipt(trx, { ...receipt, number })) return number
  }
}

/** 'П-20261122-07315546' */
const receiptNumber = (day: string) =>
  `П-${day.replaceAll('-', '')}-${String(randomInt(10 ** 8)).padStart(8, '0')}`

const nameOf = (judgedValue: JudgedValue | undefined) => {
  if (!judgedValue) return { name: '', unit: '' }
  const { meter, zone } = judgedValue
  const meterZones = zonesOf(meter)
  const title = meterZones.length > 1 && meterZones.find((one) => one.zone === zone)?.title
  const name = [meter.service, meter.place].filter(Boolean).join(', ')
  return { name: title ? `${name}, ${title.toLowerCase()}` : name, unit: meter.unit }
}
