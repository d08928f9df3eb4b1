import type { AppLoadContext } from '@remix-run/node'
import type { CallAnswer } from 'contract/endpoints'
import { longestReturnedId } from 'contract/limits'
import type { Meter, PastReading } from 'contract/readings'
import { dayOf, formatPeriod, today } from 'format/dates'
import { formatDecimal, formatVolume } from 'format/decimal'
import { nameAccount } from '~/layouts/named-account'
import { newIdempotencyKey } from '~/server/forms/idempotency-key.server'
import { postedFields } from '~/server/forms/posted-fields.server'
import { requireUser } from '~/server/pages/guards.server'
import { loadBesideForm } from '~/server/pages/load-beside-form.server'
import { forPageAccount } from '~/server/pages/page-account.server'
import { hasFeature } from '~/server/upstream/features.server'
import type { ReadingHistoryView } from './reading-history'
import { typedReadings } from './readings-form.server'
import { type MeterView, meterNames, sourceWords, viewOfMeter, viewOfWindow, withUnit } from './readings-view'
import { drawingOfVolumes } from './volumes-drawing.server'

const PAGE_LENGTH = '20'

/** The meters of the page's account with their last readings, and one page of the history. */
export const loadReadings = async (request: Request, context: AppLoadContext) => {
  const idempotencyKey = newIdempotencyKey()
  if (context.form.state === 'accepted') return { choices: [], shown: null, idempotencyKey }
  const guarded = await requireUser(request, context)
  const { api } = guarded
  const query = new URL(request.url).searchParams
  const historyQuery = readHistoryQuery(query)
  // If the form's account is unknown, its values must not appear beside another account's meters.
  const isRejected = context.form.state === 'rejected'
  if (isRejected && !query.get('account') && !(await context.visitor.defaultAccount()).ok)
    return { choices: [], shown: await viewOfTypedReadings('', context), idempotencyKey }
  const page = await loadBesideForm(
    context,
    forPageAccount(
      request,
      guarded,
      async (id) => {
        const [meters, history] = await Promise.all([
          api.load('meters', { id }),
          api.loadIfPossible('readingHistory', { id, query: { ...historyQuery, limit: PAGE_LENGTH } }),
        ])
        return { account: id, ...meters.data, history }
      },
      'readings',
    ),
    'keep form',
  )
  if (!page) {
    const account = query.get('account') ?? ''
    return { choices: [], shown: await viewOfTypedReadings(account, context), idempotencyKey }
  }
  const { account: customerAccount, choices, loaded } = page
  if (!loaded) return { choices, shown: null, idempotencyKey }
  const { account, window, meters, history } = loaded
  const pageTime = { today: today(context.config.timeZone, new Date()), timeZone: context.config.timeZone }
  const names = meterNames(meters)
  const hasReminders = hasFeature(await context.baseData.current(), 'reminders')
  return {
    choices,
    shown: {
      account,
      /** Null if even its number is unknown. */
      named: nameAccount(account, customerAccount),
      /** Null if only the typed values are known. */
      window: viewOfWindow(window, pageTime),
      meters: meters.map((meter) => viewOfMeter(meter, window, pageTime)),
      /** Null: it could not be loaded. */
      history: history && viewOfHistory(history, { meters, historyQuery, timeZone: pageTime.timeZone }),
      /** The meters of the history's filter, and the chosen one; empty for all. */
      choices: meters.map(({ id }) => ({ value: id, title: names.meter(id) })),
      meter: historyQuery.meter ?? '',
      hasReminders,
    },
    idempotencyKey,
  }
}

const readHistoryQuery = (query: URLSearchParams): { meter?: string; cursor?: string } => {
  const meter = query.get('meter') ?? ''
  const cursor = query.get('cursor') ?? ''
  return {
    ...(meter.length <= longestReturnedId && isPlain(meter) && { meter }),
    ...(isPlain(cursor) && { cursor }),
  }
}

const isPlain = (text: string) => /^\P{Cc}+$/u.test(text)

/** Returns the page with only the typed values, for a rejected form whose meters could not be loaded. */
const viewOfTypedReadings = async (account: string, context: AppLoadContext) => {
  const all = typedReadings(await postedFields(context))
  const meters: MeterView[] = [...new Set(all.map(({ meter }) => meter))].map((id) => ({
    id,
    title: `Счётчик ${id}`,
    which: '',
    unit: '',
    sent: [],
    verification: null,
    zones: all
      .filter(({ meter }) => meter === id)
      .map(({ zone, name }) => ({ zone, field: name, label: `Показание ${zone.toUpperCase()}`, hint: '' })),
  }))
  return {
    account,
    named: account ? nameAccount(account, null) : null,
    window: null,
    meters,
    history: null,
    choices: [],
    meter: '',
    hasReminders: false,
  }
}

interface HistoryContext {
  meters: readonly Meter[]
  historyQuery: { meter?: string; cursor?: string }
  timeZone: string
}

const viewOfHistory = (
  { data, meta }: CallAnswer<'readingHistory'>,
  { meters, historyQuery, timeZone }: HistoryContext,
): ReadingHistoryView => {
  const names = meterNames(meters)
  const meterId = historyQuery.meter ?? (meters.length === 1 ? meters[0]?.id : undefined)
  const ownReadings =
    meterId === undefined
      ? []
      : wholeMonths(data, { historyQuery, meta }).filter(({ meter }) => meter === meterId)
  return {
    rows: data.map((reading: PastReading) => ({
      period: formatPeriod(reading.period),
      when: dayOf(reading.at, timeZone).split('-').reverse().join('.'),
      name: names.reading(reading.meter, reading.zone),
      value: formatDecimal(reading.value),
      volume: reading.isFirst ? '—' : withUnit(formatVolume(reading.volume), names.unit(reading.meter)),
      source: sourceWords[reading.source],
      isEstimated: reading.source === 'estimated',
    })),
    isFirst: historyQuery.cursor === undefined,
    nextCursor: meta.nextCursor,
    drawing:
      meterId === undefined ? null : drawingOfVolumes(ownReadings, names.meter(meterId), names.unit(meterId)),
  }
}

/** Leaves out months that continue on the previous or the next page. */
const wholeMonths = (
  data: readonly PastReading[],
  { historyQuery, meta }: { historyQuery: { cursor?: string }; meta: { nextCursor: string | null } },
): readonly PastReading[] => {
  const cutPeriods = [
    historyQuery.cursor !== undefined && data[0]?.period,
    meta.nextCursor !== null && data.at(-1)?.period,
  ]
  return data.filter(({ period }) => !cutPeriods.includes(period))
}
