import type { EndpointName, EndpointOf } from '../endpoints'
import { accountsExamples } from './accounts'
import { autopaymentsExamples } from './autopayments'
import { billingExamples } from './billing'
import { contentExamples } from './content'
import type { ExamplesOf } from './example'
import { familyExamples } from './family'
import { myDataExamples } from './my-data'
import { paymentsExamples } from './payments'
import { readingsExamples } from './readings'
import { invoiceLettersExamples, remindersExamples } from './reminders'
import { securityExamples } from './security'
import { usersExamples } from './users'

type NameWithoutExample = {
  [Name in EndpointName]: EndpointOf<Name> extends { example: object } ? never : Name
}[EndpointName]

/** An example of each call that has none in `endpoints`, of the invented customers of the demo company, on 23 November 2026. */
export const examples: ExamplesOf<NameWithoutExample> = {
  ...contentExamples,
  ...usersExamples,
  ...securityExamples,
  ...myDataExamples,
  ...accountsExamples,
  ...billingExamples,
  ...paymentsExamples,
  ...autopaymentsExamples,
  ...readingsExamples,
  ...remindersExamples,
  ...invoiceLettersExamples,
  ...familyExamples,
}
