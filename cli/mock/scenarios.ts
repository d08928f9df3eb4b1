import { UsageError } from 'cli/command'

/** Scenarios of data. Each has its own company, customers and sessions. */
const dataScenarios = {
  normal: 'two customers with accounts, two years of invoices and payments, and an autopayment',
  'new-customer': 'a customer who has just signed up: no accounts, no payments',
  big: 'a customer with 43 accounts',
  debts: 'a customer who has paid nothing for months, with penalties',
} as const

/** Scenarios of answers: any number of them, with one of data. */
const answerScenarios = {
  slow: 'every answer takes as long as --delay says',
  errors: 'the calls of --fail answer a problem; without it all do that show something of the customer',
  'wrong-shape': 'answers that show something of the customer lack what they must have',
  'no-features': 'base data name no feature, and the calls of the features answer 404',
} as const

export const scenarioSummaries = { ...dataScenarios, ...answerScenarios }

export type DataScenario = keyof typeof dataScenarios
export type AnswerScenario = keyof typeof answerScenarios

/** The data and the kind of answers of a request. */
export interface Scenario {
  data: DataScenario
  answers: ReadonlySet<AnswerScenario>
}

const isData = (name: string): name is DataScenario => Object.hasOwn(dataScenarios, name)
const isAnswers = (name: string): name is AnswerScenario => Object.hasOwn(answerScenarios, name)

/**
 * Reads names with commas between them: `debts,slow`. Throws a UsageError for an unknown one, and for two kinds of
 * data.
 */
export const readScenario = (text: string): Scenario => {
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !isData(name) && !isAnswers(name))
  if (unknown !== undefined)
    throw new UsageError(
      `There is no scenario '${unknown}': it must be ${Object.keys(scenarioSummaries).join(', ')}`,
    )
  const [data = 'normal', another] = names.filter(isData)
  if (another !== undefined)
    throw new UsageError(`${data} and ${another}: there is one kind of data at a time`)
  return { data, answers: new Set(names.filter(isAnswers)) }
}

export const writeScenario = ({ data, answers }: Scenario): string => [data, ...answers].join(',')
