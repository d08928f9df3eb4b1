import { DomainError, notFound, Refusal } from 'api/refusal'
import { problemCodes } from 'contract/problem'
import { decimal, readingWords, type Zone } from 'contract/readings'
import { formatDays } from 'format/dates'
import type { Window } from './reading-window'

/** What is wrong with one value. */
export type ValueProblem =
  | { code: 'unknown_meter' }
  | { code: 'unknown_zone' }
  | { code: 'not_a_number' }
  | { code: 'negative' }
  | { code: 'too_long'; digits: number; decimals: number }
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
        return new Refusal(422, { message: readingWords.nothing })
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

const valueWords = (problem: ValueProblem): string => {
  switch (problem.code) {
    case 'unknown_meter':
      return 'Такого счётчика по этому лицевому счёту нет.'
    case 'unknown_zone':
      return 'У этого счётчика нет такой зоны.'
    case 'not_a_number':
      return readingWords.notANumber
    case 'negative':
      return readingWords.negative
    case 'too_long':
      return readingWords.tooLong(problem)
    case 'too_precise':
      return readingWords.tooPrecise(problem)
  }
}
