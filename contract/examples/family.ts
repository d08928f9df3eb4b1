import { dacha, keyOfForm, mailedCode, mailedId, password } from './demo'
import type { ExamplesOf } from './example'
import { noRight, nothingFound, signedOut, tooManyTries, usedKey, wrongPassword } from './problems'

const grantId = '0c5a4a55-6d0f-4f53-9d0e-7f0e9c2f8a11'

const invitation = {
  id: grantId,
  account: dacha,
  rights: { view: true as const, readings: true, pay: false },
  status: 'invited' as const,
  email: 'n…a@mail.example',
  label: 'мама',
  until: '2027-05-31',
  createdAt: '2026-11-23T09:00:00.000Z',
  expiresAt: '2026-11-30T09:00:00.000Z',
}

const over = [{ message: 'Приглашение больше не действует.' }] as const
const wrongCode = [
  { message: 'Ссылка неполная или с ошибкой. Откройте её из письма ещё раз или скопируйте целиком.' },
] as const

export const familyExamples: ExamplesOf<
  | 'access'
  | 'inviteToAccount'
  | 'previewInvitation'
  | 'acceptInvitation'
  | 'declineInvitation'
  | 'confirmGrant'
  | 'endGrant'
> = {
  access: {
    request: { id: dacha },
    answer: {
      data: {
        owners: [{ name: 'В…а А.', since: '2026-03-02', you: true }],
        grants: [invitation],
      },
    },
    problems: { 401: signedOut, 404: nothingFound },
  },
  inviteToAccount: {
    request: {
      id: dacha,
      idempotencyKey: keyOfForm,
      body: {
        readings: true,
        pay: false,
        email: 'nina@mail.example',
        label: 'мама',
        until: '2027-05-31',
        password,
      },
    },
    answer: { data: invitation, code: mailedCode.code },
    problems: {
      401: signedOut,
      403: noRight,
      404: nothingFound,
      409: [
        {
          code: 'already_granted',
          message:
            'У этого человека уже есть доступ к лицевому счёту или приглашение, которое ещё действует.',
        },
      ],
      422: [...wrongPassword, usedKey],
      429: tooManyTries,
    },
  },
  previewInvitation: {
    request: { id: mailedId, body: mailedCode },
    answer: {
      data: {
        from: 'В…а А.',
        account: '•••• 5394',
        address: 'г. Тихобережск, СНТ «Ветерок», уч. …',
        rights: invitation.rights,
        until: invitation.until,
        status: 'invited',
      },
    },
    problems: { 410: over, 422: wrongCode, 429: tooManyTries },
  },
  acceptInvitation: {
    request: { id: mailedId, body: mailedCode },
    answer: { data: { account: dacha, status: 'active' } },
    problems: {
      401: signedOut,
      409: [
        {
          code: 'own_account',
          message: 'Этот лицевой счёт и так ваш: он уже есть в вашем кабинете, и доступ к нему не нужен.',
        },
      ],
      410: over,
      422: wrongCode,
      429: tooManyTries,
    },
  },
  declineInvitation: {
    request: { id: mailedId, body: mailedCode },
    problems: { 410: over, 422: wrongCode, 429: tooManyTries },
  },
  confirmGrant: {
    request: { id: grantId },
    problems: {
      401: signedOut,
      403: noRight,
      404: nothingFound,
      409: [
        {
          message: 'Подтверждать нечего: это приглашение уже подтвердили, или оно больше не действует.',
        },
      ],
    },
  },
  endGrant: { request: { id: grantId }, problems: { 401: signedOut, 403: noRight, 404: nothingFound } },
}
