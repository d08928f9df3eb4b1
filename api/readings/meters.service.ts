import { type OwnAccount, requireRight } from 'api/accounts'
import type { ApiConfig } from 'api/config'
import type { Database, Queries } from 'api/db/database'
import { type PagePlace, writeCursor } from 'api/http/page-cursor'
import type { Limiter } from 'api/limits/limiter'
import type { LetterSite } from 'api/mail/letter'
import { today } from 'format/dates'
import { fromUnits } from 'format/decimal'
import { usualBefore } from './consumption'
import type { MeteredService } from './count-volumes'
import { pastReadings, rangeOf, zonesOf } from './past-readings'
import { windowOn } from './reading-window'
import { ReadingsError } from './readings.errors'
import { findMeters, findReadings, isMeterOf } from './readings.repository'

/** Kopecks for a unit of a metered service of an account; `null` if unknown. */
type TariffOf = (account: string, service: MeteredService) => number | null

/** The tariffs of a day (`2026-11-01`). */
export type FindTariffs = (db: Queries, day: string) => Promise<TariffOf>

/** The dependencies of the reading routes and services. */
export interface ReadingsDeps {
  config: LetterSite & Pick<ApiConfig, 'timeZone' | 'readingDays'>
  database: Database
  limiter: Limiter
  tariffsOn: FindTariffs
  wakeJobs: () => void
}

const defaultLimit = 20

interface HistoryQuery {
  meter?: string | undefined
  cursor?: PagePlace | undefined
  limit?: number | undefined
}

/** Reads meters. Throws AccessRefused for accounts that the customer may not see. */
export function metersService({
  config,
  database: { db },
  tariffsOn,
}: Pick<ReadingsDeps, 'config' | 'database' | 'tariffsOn'>) {
  return {
    /** The window, and the meters with their last readings and usual volumes. */
    async list(own: OwnAccount, now: Date) {
      await requireRight(db, { ...own, now }, 'view')
      const day = today(config.timeZone, now)
      const period = day.slice(0, 7)
      const meters = await findMeters(db, own.account, day)
      const past = await pastReadings(db, { account: own.account, meters, period })
      const tariffOf = await tariffsOn(db, day)
      return {
        window: windowOn(day, config.readingDays),
        meters: meters.map((meter) => {
          const { zones: _, decimals, verifiedUntil, place, ...shown } = meter
          const asText = (units: number) => fromUnits(BigInt(units), decimals)
          const zones = zonesOf(meter)
          const usual = zones.flatMap(({ zone }) => {
            const volume = usualBefore({ readings: past(meter.id, zone), range: rangeOf(meter) }, period)
            return volume === null ? [] : [[zone, asText(volume)] as const]
          })
          return {
            ...shown,
            decimals,
            ...(place !== null && { place }),
            ...(verifiedUntil !== null && { verifiedUntil }),
            zones: zones.map((zone) => {
              const last = past(meter.id, zone.zone).at(-1)
              const tariff = tariffOf(own.account, { service: meter.service, zone: zone.zone })
              return {
                ...zone,
                ...(tariff !== null && { tariff }),
                ...(last && { last: { value: asText(last.value), at: last.readAt, source: last.source } }),
              }
            }),
            ...(usual.length > 0 && { usual: Object.fromEntries(usual) }),
          }
        }),
      }
    },

    /** A page of readings, newest first. Throws ReadingsError (`not_found`) for a meter of another account. */
    async history(own: OwnAccount & { now: Date }, { meter, cursor, limit = defaultLimit }: HistoryQuery) {
      const { account } = own
      await requireRight(db, own, 'view')
      if (meter !== undefined && !(await isMeterOf(db, { account, meter })))
        throw new ReadingsError({ code: 'not_found' })
      const rows = await findReadings(db, { account, meter, after: cursor, limit: limit + 1 })
      const page = rows.slice(0, limit)
      const last = page.at(-1)
      return {
        data: page.map(({ id: _, decimals, value, volume, previous, readAt, corrects, ...reading }) => ({
          ...reading,
          ...(corrects === 1 && { corrects: true }),
          ...(previous === null && { isFirst: true }),
          value: fromUnits(BigInt(value), decimals),
          volume: fromUnits(BigInt(volume), decimals),
          at: readAt,
        })),
        meta: {
          nextCursor: last && rows.length > limit ? writeCursor({ at: last.readAt, id: last.id }) : null,
        },
      }
    },
  }
}
