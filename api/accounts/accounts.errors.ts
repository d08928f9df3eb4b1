import { DomainError, fieldsRefused, notFound, Refusal } from 'api/refusal'
import { problemCodes } from 'contract/problem'
import { type ProofKind, proofQuestions } from './proof'

/** Why a request about a customer's accounts is rejected. */
type AccountProblem =
  /** Not on the customer's list. */
  | { code: 'not_found' }
  | { code: 'already_added' }
  /** The register has no such account. */
  | { code: 'unknown_account'; account: string }
  /** The account has no question of `proof.ts` in the register. */
  | { code: 'not_provable' }
  /** The question has to be answered first. `isBlank`: the answer was blank. */
  | { code: 'proof_required'; kind: ProofKind; isBlank: boolean }
  | { code: 'wrong_proof'; kind: ProofKind }

export class AccountError extends DomainError {
  override readonly name = 'AccountError'

  constructor(readonly problem: AccountProblem) {
    super(problem.code)
  }

  override refusal(): Refusal {
    const { problem } = this
    switch (problem.code) {
      case 'not_found':
        return notFound()
      case 'already_added':
        return new Refusal(409, { message: 'Этот лицевой счёт у вас уже добавлен.' })
      case 'unknown_account': {
        const message = `Лицевой счёт ${problem.account} не найден. Сверьте номер с квитанцией: он напечатан в правом верхнем углу.`
        return new Refusal(404, { message, errors: { account: [message] } })
      }
      case 'not_provable': {
        const message =
          'Этот лицевой счёт пока нельзя добавить на сайте: для него ещё нет кода доступа. Напишите или позвоните нам, мы поможем.'
        return fieldsRefused({ account: [message] }, message)
      }
      case 'proof_required':
        return new Refusal(422, {
          code: problemCodes.proofRequired,
          message: 'Остался один вопрос: так мы убедимся, что лицевой счёт ваш.',
          proof: proofQuestions[problem.kind],
          // The first answer is a question, not an error: no field is named.
          ...(problem.isBlank ? { errors: { proof: ['Ответьте на вопрос.'] } } : {}),
        })
      case 'wrong_proof': {
        const message = 'Код доступа неверный. Сверьте его с последней квитанцией.'
        return new Refusal(422, {
          code: problemCodes.proofRequired,
          message,
          proof: proofQuestions[problem.kind],
          errors: { proof: [message] },
        })
      }
    }
  }
}

/** The customer does not see the account, or lacks the right. */
export class AccessRefused extends DomainError {
  override readonly name = 'AccessRefused'

  constructor(readonly code: 'not_found' | 'no_right') {
    super(code)
  }

  override refusal() {
    return this.code === 'not_found'
      ? notFound()
      : new Refusal(403, {
          code: problemCodes.noRight,
          message:
            'На это у вас нет разрешения: доступ к лицевому счёту открыл вам его владелец, спросите его.',
        })
  }
}
