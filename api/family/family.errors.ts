import { DomainError, fieldsRefused, notFound, Refusal } from 'api/refusal'
import { mostOpenGrants } from 'contract/limits'
import { problemCodes } from 'contract/problem'

/** Why a request about access to accounts is rejected. */
type FamilyProblem =
  /** No such account or grant, or none that the customer may know of. */
  | 'not_found'
  | 'already_granted'
  /** The customer who accepts has an open grant of the account. */
  | 'already_accepted'
  | 'own_account'
  /** No such invitation, or it was accepted, declined, taken back, or its time is over. */
  | 'invitation_over'
  | 'wrong_code'
  | 'not_waiting'
  | 'too_many_open'
  | 'own_email'
  /** The last day of the access is before today. */
  | 'until_past'

export class FamilyError extends DomainError {
  override readonly name = 'FamilyError'

  constructor(readonly problem: FamilyProblem) {
    super(problem)
  }

  override refusal(): Refusal {
    const { problem } = this
    switch (problem) {
      case 'not_found':
        return notFound()
      case 'already_granted':
        return new Refusal(409, {
          code: problemCodes.alreadyGranted,
          message:
            'У этого человека уже есть доступ к лицевому счёту или приглашение, которое ещё действует.',
        })
      case 'already_accepted':
        return new Refusal(409, {
          code: problemCodes.alreadyGranted,
          message: 'Вы уже приняли приглашение к этому лицевому счёту.',
        })
      case 'own_account':
        return new Refusal(409, {
          code: problemCodes.ownAccount,
          message: 'Этот лицевой счёт и так ваш: он уже есть в вашем кабинете, и доступ к нему не нужен.',
        })
      case 'not_waiting':
        return new Refusal(409, {
          message: 'Подтверждать нечего: это приглашение уже подтвердили, или оно больше не действует.',
        })
      case 'invitation_over':
        return new Refusal(410, {
          message: 'Приглашение больше не действует.',
        })
      case 'wrong_code':
        return new Refusal(422, {
          message: 'Ссылка неполная или с ошибкой. Откройте её из письма ещё раз или скопируйте целиком.',
        })
      case 'too_many_open':
        return new Refusal(422, {
          message: `У лицевого счёта может быть не больше ${mostOpenGrants} приглашений и доступов сразу. Закройте те, которые не нужны.`,
        })
      case 'until_past':
        return fieldsRefused({ until: ['Введите день, сегодняшний или более поздний.'] })
      case 'own_email':
        return fieldsRefused({
          email: ['Это ваш собственный адрес. Введите адрес того, кому открываете доступ.'],
        })
    }
  }
}
