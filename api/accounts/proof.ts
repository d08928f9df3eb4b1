import { createHash, timingSafeEqual } from 'node:crypto'

/** A question whose answer proves an account to be one's own. */
export interface ProofQuestion {
  label: string
  hint: string
  /** What a right answer looks like, without the spaces and dashes that people put into it. */
  answer: RegExp
  /** How many answers an attacker has to choose from, all as likely as each other. */
  possibleAnswers: number
  /** Whether anybody but the payer is told it or may read it: on a page, in a call, on a door. */
  isKnownToOutsiders: boolean
}

const FEWEST_ANSWERS = 10_000

/** The question, if it proves anything. Throws a RangeError for one that outsiders could answer. */
export const provingQuestion = (question: ProofQuestion): ProofQuestion => {
  const { label, possibleAnswers, isKnownToOutsiders } = question
  if (isKnownToOutsiders) throw new RangeError(`«${label}» proves nothing: outsiders know the answer`)
  if (possibleAnswers < FEWEST_ANSWERS)
    throw new RangeError(`«${label}» proves nothing: it has only ${possibleAnswers} possible answers`)
  return question
}

export const accessCodeDigits = 8

/** The questions that there are, by their kind (`proof_kind` of the register). */
const questions = {
  access_code: provingQuestion({
    label: 'Код доступа',
    hint: '8 цифр, напечатаны на квитанции под номером лицевого счёта',
    answer: /^\d{8}$/,
    possibleAnswers: 10 ** accessCodeDigits,
    isKnownToOutsiders: false,
  }),
}

export type ProofKind = keyof typeof questions

/** Whether the register names a question that may be asked: of any other one the answer proves nothing. */
export const isProvable = (kind: string | null): kind is ProofKind =>
  kind !== null && Object.hasOwn(questions, kind)

/** As it is typed: with spaces and dashes, in the letters and figures of any keyboard. */
const plainAnswer = (answer: string) =>
  answer
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Pd}]+/gu, '')

const hashOf = (account: string, answer: string) =>
  createHash('sha256')
    .update(`${account}\n${plainAnswer(answer)}`)
    .digest('base64url')

/** What the register keeps of a question and its answer. Throws a RangeError for an answer that is not of its kind. */
export const registeredProof = (account: string, { kind, answer }: { kind: ProofKind; answer: string }) => {
  const { label, hint, answer: form } = questions[kind]
  if (!form.test(plainAnswer(answer)))
    throw new RangeError(`The answer of an account is no answer to «${label}»`)
  return {
    proof_kind: kind,
    proof_label: label,
    proof_hint: hint,
    proof_answer_hash: hashOf(account, answer),
  }
}

/** Whether the answer is the right one; takes the same time either way. */
export const isProof = (account: string, answer: string, hash: string): boolean => {
  const given = Buffer.from(hashOf(account, answer))
  const kept = Buffer.from(hash)
  return given.length === kept.length && timingSafeEqual(given, kept)
}
