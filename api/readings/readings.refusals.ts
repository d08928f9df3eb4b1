import { notFound, Refusal } from 'api/http/refusal'
import { problemCodes } from 'contract/problem'
import { decimal } from 'contract/readings'
import { type Doubt, ReadingsError } from './readings.errors'
import { valueWords, problemWords as words } from './readings.words'

/** How an error of this domain is answered; null for any other error. */
export const readingsRefusal = (error: unknown): Refusal | null => {
  if (!(error instanceof ReadingsError)) return null
  const { problem } = error
  switch (problem.code) {
    case 'not_found':
      return notFound()
    case 'nothing_sent':
      return new Refusal(422, { message: words.nothingSent })
    case 'window_closed': {
      const { from, to } = problem.window
      return new Refusal(422, { code: problemCodes.windowClosed, message: words.windowClosed(from, to) })
    }
    case 'wrong_values': {
      const errors = problem.values.map((wrong) => [
        `${wrong.meter}.${wrong.zone}`,
        [valueWords(wrong.problem)],
      ])
      return new Refusal(422, { message: words.wrongValues, errors: Object.fromEntries(errors) })
    }
    case 'confirm_required':
      return new Refusal(422, {
        code: problemCodes.confirmRequired,
        message: problem.likely ? words[problem.likely] : questionOf(problem.doubts),
        confirm: problem.doubts.map(({ volume, usual, corrects, ...doubt }) => ({
          ...doubt,
          volume: decimal.parse(volume),
          ...(usual !== null && { usual: decimal.parse(usual) }),
          ...(corrects && { corrects }),
        })),
      })
    case 'unknown_reminder_link':
      return new Refusal(422, { message: words.unknownReminderLink })
    case 'too_many':
      return new Refusal(429, { message: words.tooMany }, problem.retryAfterSeconds)
  }
}

const questionOf = (doubts: readonly Doubt[]) =>
  doubts.every(({ reason }) => reason === 'rollover') ? words.rollover : words.unusual
