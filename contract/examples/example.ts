import type { z } from 'zod'
import type { CallInput, EndpointName, EndpointOf } from '../endpoints'
import type { ProblemExamples } from '../problem'

/** What an integrator is shown of one call: what the portal sends, and what may come back. */
type ExampleOf<Name extends EndpointName> = {
  request: CallInput<Name>
  problems: Record<EndpointOf<Name>['problems'][number], ProblemExamples>
} & (EndpointOf<Name> extends { answer: infer Answer extends z.ZodType }
  ? { answer: z.input<Answer> }
  : EndpointOf<Name> extends { streamed: true }
    ? { answer: object }
    : object)

/** The examples of some calls. */
export type ExamplesOf<Name extends EndpointName> = { [Each in Name]: ExampleOf<Each> }
