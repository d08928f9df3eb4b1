import { DomainError, notFound, Refusal } from 'api/refusal'
import { problemCodes } from 'contract/problem'
import type { Zone } from 'contract/readings'
import { decimal } from 'contract/readings'
import { formatDays } from 'format/dates'
import { count } from 'format/plural'
import type { Window } from './reading-window'

/** What is wrong with one value. */
export type ValueProblem =
  | { code: 'unknown_meter' }
  | { code: 'unknown_zone' }
  | { code: 'not_a_number' }
  | { code: 'negative' }
  | { code: 'too_long'; digits: number }
  | { code: 'too_precise'; decimals: number }

export interface WrongValue {
  meter: string
  zone: Zone
  problem: ValueProblem
}

/** A reading that the customer has to confirm; decimals as text. */
export interface Doubt {
  meter: string
  zone: Zone
  reason: 'unusual' | 'rollover'
  volume: string
  usual: string | null
  /** It corrects what was sent in the same month. */
  corrects: boolean
}

/** Why readings, or a question about them, are refused. */
type ReadingsProblem =
  /** Not a meter of the account. */
  | { code: 'not_found' }
  | { code: 'nothing_sent' }
  | { code: 'window_closed'; window: Window }
  | { code: 'wrong_values'; values: readonly WrongValue[] }
  /** `likely`: two zones typed into each other's field, or a correction of what was sent in the same month. */
  | { code: 'confirm_required'; doubts: readonly Doubt[]; likely: 'swapped' | 'correction' | null }
  /** No letter had such a link. */
  | { code: 'unknown_reminder_link' }
  /** Too many forms of one account in 24 hours. */
  | { code: 'too_many'; retryAfterSeconds: number }

export class ReadingsError extends DomainError {
  override readonly name = 'ReadingsError'

  constructor(readonly problem: ReadingsProblem) {
    super(problem.code)
  }

  override refusal(): Refusal {
    const { problem } = this
    switch (problem.code) {
      case 'not_found':
        return notFound()
      case 'nothing_sent':
        return new Refusal(422, { message: 'Введите показание хотя бы одного счётчика.' })
      case 'window_closed': {
        const { from, to } = problem.window
        return new Refusal(422, {
          code: problemCodes.windowClosed,
          message: `Сейчас показания не принимаем. Следующий приём ${formatDays(from, to)}.`,
        })
      }
      case 'wrong_values': {
        const errors = problem.values.map((wrong) => [
          `${wrong.meter}.${wrong.zone}`,
          [valueWords(wrong.problem)],
        ])
        return new Refusal(422, { message: 'Проверьте показания.', errors: Object.fromEntries(errors) })
      }
      case 'confirm_required':
        return new Refusal(422, {
          code: problemCodes.confirmRequired,
          message: questionOf(problem),
          confirm: problem.doubts.map(({ volume, usual, corrects, ...doubt }) => ({
            ...doubt,
            volume: decimal.parse(volume),
            ...(usual !== null && { usual: decimal.parse(usual) }),
            ...(corrects && { corrects }),
          })),
        })
      case 'unknown_reminder_link':
        return new Refusal(422, { message: 'Ссылка устарела или скопирована не целиком.' })
      case 'too_many':
        return new Refusal(
          429,
          { message: 'За последние сутки по этому лицевому счёту показания уже передавали много раз.' },
          problem.retryAfterSeconds,
        )
    }
  }
}

const questionOf = ({ likely, doubts }: Extract<ReadingsProblem, { code: 'confirm_required' }>): string => {
  if (likely === 'correction')
    return 'Показание меньше того, что вы передали раньше в этом месяце. Если исправляете его, подтвердите: посчитаем по новому.'
  if (likely === 'swapped') return 'Похоже, показания дня и ночи попали не в свои поля. Проверьте их.'
  return doubts.every(({ reason }) => reason === 'rollover')
    ? 'Вероятно, опечатка: показание меньше прошлого. Сверьте его со счётчиком.'
    : 'Показания не похожи на прошлые. Проверьте их и подтвердите, если всё верно.'
}

const DIGITS = ['цифры', 'цифр', 'цифр'] as const

const valueWords = (problem: ValueProblem): string => {
  switch (problem.code) {
    case 'unknown_meter':
      return 'Такого счётчика по этому лицевому счёту нет.'
    case 'unknown_zone':
      return 'У этого счётчика нет такой зоны.'
    case 'not_a_number':
      return 'Введите число, например 1234,5.'
    case 'negative':
      return 'Показание не бывает меньше нуля.'
    case 'too_long':
      return `У этого счётчика не больше ${count(problem.digits, DIGITS)} до запятой.`
    case 'too_precise':
      return problem.decimals === 0
        ? 'Введите только целое число, без знаков после запятой.'
        : `Оставьте не больше ${count(problem.decimals, DIGITS)} после запятой.`
  }
}
