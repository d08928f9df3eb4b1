import { randomUUID } from 'node:crypto'
import type { BaseData, Location, MenuItem, WorkingHours } from 'contract/base-data'
import { DAY } from 'format/durations'
import { shownText, withNoBreaks } from 'format/shown-text'
import type { Log } from 'monitoring/log'
import { callProductApi } from '../../api-client/product-api.server'
import type { Transport } from '../../api-client/transport'

const FRESH_MS = 60_000
const USABLE_MS = DAY
const RETRY_MS = 1_000
const MAX_WAIT_MS = 1_000

export interface BaseDataCache {
  /**
   * The menus and contacts of every page; null while the API has not answered for a day. Waits only while there are
   * none.
   */
  current(): Promise<BaseData | null>
  /** What `current` would answer without waiting; does not refresh. */
  readonly latest: BaseData | null
  /** Increases with every change of the data. */
  readonly version: number
}

/** Caches base data (stale-while-revalidate): fresh for a minute, served stale during a refresh, for a day at most. */
export const createBaseDataCache = (
  { transport, timeoutMs, log }: { transport: Transport; timeoutMs: number; log: Log },
  now: () => number = Date.now,
): BaseDataCache => {
  let cached: { data: BaseData; text: string; at: number } | null = null
  let version = 0
  let triedAt = Number.NEGATIVE_INFINITY
  let refresh: Promise<void> | null = null

  const fetchBaseData = async () => {
    const result = await callProductApi(
      transport,
      'baseData',
      {},
      { headers: { 'x-request-id': randomUUID() }, timeoutMs },
    )
    if (!result.ok) {
      log.warn({ failure: result.failure.kind }, 'base data could not be refreshed')
      return
    }
    const text = JSON.stringify(result.answer)
    if (text !== cached?.text) version += 1
    cached = { data: asShown(result.answer), text, at: now() }
  }

  const refreshOnce = () => {
    const age = cached ? now() - cached.at : Number.POSITIVE_INFINITY
    if (age < FRESH_MS) return
    if (refresh || now() - triedAt < RETRY_MS) return
    triedAt = now()
    refresh = fetchBaseData().finally(() => {
      refresh = null
    })
  }

  const usableData = () => (cached && now() - cached.at < USABLE_MS ? cached.data : null)

  return {
    get latest() {
      return usableData()
    },
    get version() {
      return version
    },
    async current() {
      refreshOnce()
      if (!usableData() && refresh)
        await Promise.race([refresh, new Promise((done) => setTimeout(done, MAX_WAIT_MS).unref())])
      return usableData()
    },
  }
}

/** Base data with texts as pages show them. The company's name stays as it is: it is also in titles and letters. */
const asShown = ({ topMenu, footerMenu, contacts, workingHours, ...base }: BaseData): BaseData => ({
  ...base,
  topMenu: topMenu.map(menuAsShown),
  footerMenu: footerMenu.map(({ title, items }) => ({
    title: withNoBreaks(title),
    items: items.map(titleAsShown),
  })),
  contacts: {
    ...contacts,
    phones: contacts.phones.map((phone) => ({ ...phone, title: shownText(phone.title) })),
    address: shownText(contacts.address) ?? '',
    ...(contacts.locations && { locations: contacts.locations.map(locationAsShown) }),
  },
  workingHours: workingHours.map(hoursAsShown),
})

const titleAsShown = <Titled extends { title: string }>(one: Titled): Titled => ({
  ...one,
  title: withNoBreaks(one.title),
})

const menuAsShown = ({ children, ...item }: MenuItem): MenuItem => ({
  ...titleAsShown(item),
  ...(children && { children: children.map(menuAsShown) }),
})

const hoursAsShown = ({ days, hours }: WorkingHours): WorkingHours => ({
  days: withNoBreaks(days),
  hours: withNoBreaks(hours),
})

const locationAsShown = ({ workingHours, ...location }: Location): Location => ({
  ...titleAsShown(location),
  address: shownText(location.address) ?? '',
  ...(workingHours && {
    workingHours:
      typeof workingHours === 'string' ? withNoBreaks(workingHours) : workingHours.map(hoursAsShown),
  }),
})
