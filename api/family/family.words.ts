import { longestGrantLabel, mostOpenGrants } from 'contract/limits'
import type { FamilyProblem } from './family.errors'

/** At the fields of the form. */
export const fieldWords = {
  email: 'Введите адрес почты полностью, например anna@mail.example.',
  ownEmail: 'Это ваш собственный адрес. Введите адрес того, кому открываете доступ.',
  longLabel: `Не длиннее ${longestGrantLabel} знаков.`,
  until: 'Введите день, сегодняшний или более поздний.',
  password: 'Введите пароль от кабинета.',
  choice: 'Выберите, разрешить или нет.',
}

export const problemWords: Readonly<
  Record<Exclude<FamilyProblem, 'not_found' | 'own_email' | 'until_past'>, string>
> = {
  already_granted:
    'У этого человека уже есть доступ к лицевому счёту или приглашение, которое ещё действует.',
  already_accepted: 'Вы уже приняли приглашение к этому лицевому счёту.',
  own_account: 'Этот лицевой счёт и так ваш: он уже есть в вашем кабинете, и доступ к нему не нужен.',
  invitation_over: 'Приглашение больше не действует. Попросите владельца лицевого счёта прислать новое.',
  wrong_code: 'Ссылка неполная или с ошибкой. Откройте её из письма ещё раз или скопируйте целиком.',
  not_waiting: 'Подтверждать нечего: это приглашение уже подтвердили, или оно больше не действует.',
  too_many_open: `У лицевого счёта может быть не больше ${mostOpenGrants} приглашений и доступов сразу. Закройте те, которые не нужны.`,
}
