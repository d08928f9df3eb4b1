import type { Queries } from 'api/db/database'
import type { Place, Span } from '../register-days'

const rowsAtOnce = 2_000

/** The readings that customers have sent, oldest first, a page after the other. */
export const findSent = (db: Queries, { since, until }: Span, after: Place | undefined) =>
  db
    .selectFrom('meter_readings')
    .innerJoin('reading_receipts', 'reading_receipts.id', 'meter_readings.receipt_id')
    .innerJoin('meters', 'meters.id', 'meter_readings.meter_id')
    .select((eb) => [
      'meter_readings.id',
      'meter_readings.read_at as at',
      'meter_readings.account',
      eb.fn.coalesce('meters.external_id', 'meters.id').as('meter'),
      'meters.serial',
      'meters.service',
      'meters.unit',
      'meters.decimals',
      'meter_readings.zone',
      'meter_readings.value',
      'meter_readings.previous',
      'meter_readings.volume',
      'meter_readings.corrects',
      'meter_readings.period',
      'reading_receipts.number as receipt',
    ])
    // Also says which index has them in their order.
    .where('meter_readings.receipt_id', 'is not', null)
    .where('meter_readings.read_at', '>=', since)
    .where('meter_readings.read_at', '<', until)
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('meter_readings.read_at', 'meter_readings.id'),
          '>',
          eb.tuple(after?.at ?? '', after?.id ?? ''),
        ),
      ),
    )
    .orderBy('meter_readings.read_at')
    .orderBy('meter_readings.id')
    .limit(rowsAtOnce)
    .execute()

export type SentReading = Awaited<ReturnType<typeof findSent>>[number]
