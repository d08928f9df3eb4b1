import { DomainError, fieldsRefused, notFound, Refusal } from 'api/refusal'
import { mostOpenGrants } from 'contract/limits'
import { problemCodes } from 'contract/problem'

/** Why a request about access to accounts is rejected, with the answer. */
const refusals = {
  /** The customer has no such account or grant. */
  not_found: notFound,
  already_granted: () =>
    new Refusal(409, {
      code: problemCodes.alreadyGranted,
      message: 'У этого человека уже есть доступ к лицевому счёту или приглашение, которое ещё действует.',
    }),
  /** The customer who accepts has an open grant of the account. */
  already_accepted: () =>
    new Refusal(409, {
      code: problemCodes.alreadyGranted,
      message: 'Вы уже приняли приглашение к этому лицевому счёту.',
    }),
  own_account: () =>
    new Refusal(409, {
      code: problemCodes.ownAccount,
      message: 'Этот лицевой счёт и так ваш: он уже есть в вашем кабинете, и доступ к нему не нужен.',
    }),
  /** The invitation is unknown, accepted, declined, withdrawn or expired. */
  invitation_over: () => new Refusal(410, { message: 'Приглашение больше не действует.' }),
  wrong_code: () =>
    new Refusal(422, {
      message: 'Ссылка неполная или с ошибкой. Откройте её из письма ещё раз или скопируйте целиком.',
    }),
  not_waiting: () =>
    new Refusal(409, {
      message: 'Подтверждать нечего: это приглашение уже подтвердили, или оно больше не действует.',
    }),
  too_many_open: () =>
    new Refusal(422, {
      message: `У лицевого счёта может быть не больше ${mostOpenGrants} приглашений и доступов сразу. Закройте те, которые не нужны.`,
    }),
  own_email: () =>
    fieldsRefused({
      email: ['Это ваш собственный адрес. Введите адрес того, кому открываете доступ.'],
    }),
  /** The last day of the access is before today. */
  until_past: () => fieldsRefused({ until: ['Введите день, сегодняшний или более поздний.'] }),
}

export class FamilyError extends DomainError {
  override readonly name = 'FamilyError'

  constructor(readonly problem: keyof typeof refusals) {
    super(problem)
  }

  override refusal(): Refusal {
    return refusals[this.problem]()
  }
}
