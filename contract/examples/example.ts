import type { z } from 'zod'
import type { CallInput, EndpointName, EndpointOf } from '../endpoints'
import type { problem } from '../problem'

type WireProblem = z.input<typeof problem>

/** One or more answers of the same status, the usual one first. */
export type ProblemExamples = readonly [WireProblem, ...WireProblem[]]

/** What an integrator is shown of one call: what the portal sends, and what may come back. */
export type ExampleOf<Name extends EndpointName> = {
  request: CallInput<Name>
  problems: Record<EndpointOf<Name>['problems'][number], ProblemExamples>
} & (EndpointOf<Name> extends { answer: infer Answer extends z.ZodType }
  ? { answer: z.input<Answer> }
  : EndpointOf<Name> extends { streamed: true }
    ? { answer: object }
    : object)

/** The examples of some calls. */
export type ExamplesOf<Name extends EndpointName> = { [Each in Name]: ExampleOf<Each> }
