import { data } from '@remix-run/node'
import { longestAccountNumber } from 'contract/limits'
import { type ProofQuestion, problemCodes, proofQuestion } from 'contract/problem'
import type { Failure } from '~/api-client/failure'
import type { FormReply } from '~/ui/post-form/form-reply'

type RejectedAnswer = ReturnType<typeof data<FormReply>>

/** The second step of adding an account, read from the posted form; in the first step all values are empty. */
export interface ProofStep {
  isAnswered: boolean
  /** The account that the question is for. */
  questionAccount: string | null
  /** The posted question, so that a failed submit does not lose it. */
  question: ProofQuestion | null
}

/** The portal's own page posts the question back; a longer one is dropped. */
const LONGEST_QUESTION = 500
const postedQuestion = proofQuestion.refine(
  ({ label, hint }) => label.length + (hint?.length ?? 0) <= LONGEST_QUESTION,
)

export const readProofStep = (fields: URLSearchParams): ProofStep => {
  const question = postedQuestion.safeParse({
    label: fields.get('proof_label'),
    hint: fields.get('proof_hint') || null,
    ...(fields.has('proof_digits') && { digits: true }),
  })
  return {
    isAnswered: fields.has('proof'),
    questionAccount: fields.get('proof_for')?.slice(0, longestAccountNumber) ?? null,
    question: question.success ? question.data : null,
  }
}

/** Whether the answer is for this account: another number typed in the second step starts over. */
export const answersFor = ({ isAnswered, questionAccount }: ProofStep, account: string) =>
  isAnswered && (questionAccount === null || questionAccount === account)

/** The API asks its question: this is not an error. */
export const asQuestion = (failure: Failure & { kind: 'invalid' }): Failure => ({
  ...failure,
  code: problemCodes.proofRequired,
  errors: {},
})

/** The API asks again: its message is shown at the answer field, whichever field the API names. */
export const asWrongAnswer = (failure: Failure & { kind: 'invalid' }): Failure =>
  failure.errors.proof?.length
    ? failure
    : {
        ...failure,
        message: '',
        errors: { ...failure.errors, proof: [failure.message || 'Ответ неверный'] },
      }

export const missingAnswer = (question: ProofQuestion): Failure => ({
  kind: 'invalid',
  message: '',
  code: null,
  errors: { proof: ['Ответьте на вопрос'] },
  proof: question,
})

/** The rejected form with its question, unless the API sent another. */
export const keepQuestion = (rejected: RejectedAnswer, { question }: ProofStep): RejectedAnswer =>
  data({ ...rejected.data, proof: rejected.data.proof ?? question }, rejected.init ?? {})
