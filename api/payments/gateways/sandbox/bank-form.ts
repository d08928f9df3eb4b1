import type { AppAnswer, CardDetails } from './sandbox-bank'
import {
  type Arrival,
  arrivals,
  type LaterCharges,
  laterCharges,
  type Scenario,
  webhookTiming,
} from './scenarios'
import { findTestCard, type TestCard } from './test-cards'

/** The card form as typed, without the security code, which is never shown again. */
export interface TypedCard {
  number: string
  expires: string
  scenario: Scenario
}

export type CardFields = 'number' | 'expires' | 'csc'
export type CardErrors = Partial<Record<CardFields, string>>

type CardFormResult = { ok: true; details: CardDetails } | { ok: false; typed: TypedCard; errors: CardErrors }

export const emptyCard: TypedCard = {
  number: '',
  expires: '',
  scenario: { webhooks: 'usual', breaks: false, later: 'paid' },
}

/** Reads the card form, sent by «Оплатить» or by the button of a test card, which needs no typing. */
export const readCardForm = (form: URLSearchParams, now: Date): CardFormResult => {
  const scenario = readScenario(form)
  const chosen = findTestCard(form.get('card') ?? '')
  if (chosen) return { ok: true, details: { card: chosen, expires: inFiveYears(now), scenario } }

  const typed = {
    number: (form.get('number') ?? '').slice(0, 40),
    expires: (form.get('expires') ?? '').slice(0, 10),
    scenario,
  }
  const card = findTestCard(typed.number.replace(/[\s\u00a0-]/g, ''))
  const expires = readMonth(typed.expires)
  const errors = {
    ...wrongNumber(typed.number, card),
    ...wrongMonth(typed.expires, expires, now),
    ...(/^\d{3}$/.test(form.get('csc')?.trim() ?? '') ? {} : { csc: 'Введите любые три цифры.' }),
  }
  if (!card || expires === null || Object.keys(errors).length > 0) return { ok: false, typed, errors }
  return { ok: true, details: { card, expires, scenario } }
}

/** Reads the payer's answer in the bank's app: «Подтвердить оплату», or the button that does not bind the account. */
export const readAppForm = (form: URLSearchParams): AppAnswer => {
  const arrives = arrivals.safeParse(form.get('arrives'))
  return {
    binds: form.get('step') === 'confirm-and-bind',
    arrives: arrives.success ? arrives.data : ('at-once' satisfies Arrival),
    scenario: readScenario(form),
  }
}

const readScenario = (form: URLSearchParams): Scenario => {
  const later = laterCharges.safeParse(form.get('later'))
  const webhooks = webhookTiming.safeParse(form.get('webhooks'))
  return {
    webhooks: webhooks.success ? webhooks.data : 'usual',
    breaks: form.get('breaks') === 'on',
    later: later.success ? later.data : ('paid' satisfies LaterCharges),
  }
}

const wrongNumber = (typed: string, card: TestCard | undefined): CardErrors => {
  if (card) return {}
  return {
    number:
      typed.trim() === ''
        ? 'Введите номер тестовой карты.'
        : 'Такой тестовой карты нет. Настоящие карты здесь не принимаются.',
  }
}

const wrongMonth = (typed: string, expires: string | null, now: Date): CardErrors => {
  if (typed.trim() === '') return { expires: 'Введите срок действия.' }
  if (expires === null) return { expires: 'Введите месяц и год, например 12/30.' }
  if (expires < now.toISOString().slice(0, 7)) return { expires: 'Введите месяц, который ещё не прошёл.' }
  return {}
}

/** '12/30', '12 / 2030', '1230' → '2030-12'. */
const readMonth = (typed: string): string | null => {
  const parts = /^\s*(0?[1-9]|1[0-2])\s*[/.-]?\s*(?:20)?(\d{2})\s*$/.exec(typed)
  return parts ? `20${parts[2]}-${(parts[1] ?? '').padStart(2, '0')}` : null
}

const inFiveYears = (now: Date) => `${now.getUTCFullYear() + 5}-12`
