import { data } from '@remix-run/node'
import { type ProofQuestion, problemCodes, proofQuestion } from 'contract/problem'
import type { Failure } from '~/api-client/failure'
import type { FormReply } from '~/ui/post-form/form-reply'

type Refused = ReturnType<typeof data<FormReply>>

/** The second step of adding an account, as the posted form tells it; the first step has none of this. */
export interface ProofStep {
  isAnswered: boolean
  /** The account that the question was about. */
  askedFor: string | null
  /** The question comes along with the form, so that no failure in between loses it. */
  question: ProofQuestion | null
}

const LONGEST_ACCOUNT = 64

/** The question comes from the portal's own page, where the API's was drawn: another is not repeated at any length. */
const LONGEST_QUESTION = 500
const postedQuestion = proofQuestion.refine(
  ({ label, hint }) => label.length + (hint?.length ?? 0) <= LONGEST_QUESTION,
)

export const readProofStep = (fields: URLSearchParams): ProofStep => {
  const question = postedQuestion.safeParse({
    label: fields.get('proof_label'),
    hint: fields.get('proof_hint') || null,
  })
  return {
    isAnswered: fields.has('proof'),
    askedFor: fields.get('proof_for')?.slice(0, LONGEST_ACCOUNT) ?? null,
    question: question.success ? question.data : null,
  }
}

/** Whether the answer is about this account: another number typed at the second step begins anew. */
export const answersFor = ({ isAnswered, askedFor }: ProofStep, account: string) =>
  isAnswered && (askedFor === null || askedFor === account)

/** The API asks its question: nothing is wrong yet. */
export const asQuestion = (failure: Failure & { kind: 'invalid' }): Failure => ({
  ...failure,
  code: problemCodes.proofRequired,
  errors: {},
})

/** The API asks again: the words stand at the answer, whichever way it put them. */
export const asWrongAnswer = (failure: Failure & { kind: 'invalid' }): Failure =>
  failure.errors.proof?.length
    ? failure
    : {
        ...failure,
        message: '',
        errors: { ...failure.errors, proof: [failure.message || 'Ответ не подошёл'] },
      }

export const unanswered = (question: ProofQuestion): Failure => ({
  kind: 'invalid',
  message: '',
  code: null,
  errors: { proof: ['Ответьте на вопрос'] },
  proof: question,
})

/** The refused form with its question still there, unless the API asked another. */
export const keepQuestion = (refused: Refused, { question }: ProofStep): Refused =>
  data({ ...refused.data, proof: refused.data.proof ?? question }, refused.init ?? {})
