import { notFound, Refusal } from 'api/http/refusal'
import { problemCodes } from 'contract/problem'
import { AccessRefused, AccountError } from './accounts.errors'
import { fieldWords, questions, problemWords as words } from './accounts.words'

/** How an error of this domain is answered; null for any other error. */
export const accountRefusal = (error: unknown): Refusal | null => {
  if (error instanceof AccessRefused)
    return error.code === 'not_found'
      ? notFound()
      : new Refusal(403, { code: problemCodes.noRight, message: words.noRight })
  if (!(error instanceof AccountError)) return null
  const { problem } = error
  switch (problem.code) {
    case 'not_found':
      return notFound()
    case 'already_added':
      return new Refusal(409, { message: words.alreadyAdded })
    case 'unknown_account': {
      const message = words.unknownAccount(problem.account)
      return new Refusal(404, { message, errors: { account: [message] } })
    }
    case 'not_provable':
      return new Refusal(422, { message: words.notProvable, errors: { account: [words.notProvable] } })
    case 'proof_required':
      return new Refusal(422, {
        code: problemCodes.proofRequired,
        message: words.proofRequired,
        proof: questions[problem.kind],
        // The first answer is a question, not an error: no field is named.
        ...(problem.isBlank ? { errors: { proof: [fieldWords.noProof] } } : {}),
      })
    case 'wrong_proof':
      return new Refusal(422, {
        code: problemCodes.proofRequired,
        message: fieldWords.wrongProof,
        proof: questions[problem.kind],
        errors: { proof: [fieldWords.wrongProof] },
      })
  }
}
