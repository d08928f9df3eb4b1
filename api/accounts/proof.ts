import { createHash, timingSafeEqual } from 'node:crypto'
import type { ProofQuestion as QuestionInWords } from 'contract/problem'
import { withoutInvisibleSigns } from 'format/invisible-signs'

/** A question whose answer proves that an account is the customer's own. */
export interface ProofQuestion {
  /** The form of a right answer, without the spaces and dashes that people type. */
  answer: RegExp
  /** The number of possible answers, all equally likely. */
  possibleAnswers: number
  /** Whether anybody but the payer can learn the answer: from a page, a call or a notice on a door. */
  isKnownToOutsiders: boolean
}

const FEWEST_ANSWERS = 10_000

/** Returns the question if its answer proves anything. Throws a RangeError for one that outsiders could answer. */
export const provingQuestion = (question: ProofQuestion): ProofQuestion => {
  const { possibleAnswers, isKnownToOutsiders } = question
  if (isKnownToOutsiders) throw new RangeError('a question proves nothing when outsiders know the answer')
  if (possibleAnswers < FEWEST_ANSWERS)
    throw new RangeError(`a question proves nothing with ${possibleAnswers} possible answers`)
  return question
}

export const accessCodeDigits = 8

/** By kind (`proof_kind` of the register). */
const questions = {
  access_code: provingQuestion({
    answer: /^\d{8}$/,
    possibleAnswers: 10 ** accessCodeDigits,
    isKnownToOutsiders: false,
  }),
}

export type ProofKind = keyof typeof questions

/** The questions in words. */
export const proofQuestions: Readonly<Record<ProofKind, QuestionInWords>> = {
  access_code: {
    label: 'Код доступа',
    digits: true,
    hint: `${accessCodeDigits} цифр, напечатаны на квитанции под номером лицевого счёта`,
  },
}

/** Whether this is one of these questions: an answer to any other one proves nothing. */
export const isProvable = (kind: string | null): kind is ProofKind =>
  kind !== null && Object.hasOwn(questions, kind)

/** Removes spaces, dashes and invisible signs, converts to lower case, replaces compatibility characters (NFKC). */
const plainAnswer = (answer: string) =>
  withoutInvisibleSigns(answer)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Pd}]+/gu, '')

const hashOf = (account: string, answer: string) =>
  createHash('sha256')
    .update(`${account}\n${plainAnswer(answer)}`)
    .digest('base64url')

/** Whether a text has the form of an access code, with or without spaces and dashes. */
export const isAccessCode = (text: string): boolean => questions.access_code.answer.test(plainAnswer(text))

/** The register's columns for a question and its answer. Throws a RangeError for an answer of another form. */
export const registeredProof = (account: string, { kind, answer }: { kind: ProofKind; answer: string }) => {
  if (!questions[kind].answer.test(plainAnswer(answer)))
    throw new RangeError(`the answer of an account is none of the kind ${kind}`)
  return {
    proof_kind: kind,
    proof_answer_hash: hashOf(account, answer),
  }
}

/** Whether the answer is right. Takes constant time. */
export const isProof = (account: string, answer: string, hash: string): boolean => {
  const answerHash = Buffer.from(hashOf(account, answer))
  const storedHash = Buffer.from(hash)
  return answerHash.length === storedHash.length && timingSafeEqual(answerHash, storedHash)
}
