import { anna, mailedCode, mailedId, password } from './demo'
import type { ExamplesOf } from './example'
import { oldLink, signedOut, tooManyTries, wrongCode, wrongLink, wrongPassword } from './problems'

const secret = 'PSDRXG5BUZ3UJJPFDNJXZLDXZ6X765G6'
const code = '492017'

export const securityExamples: ExamplesOf<
  | 'loginSecondStep'
  | 'sessions'
  | 'endSession'
  | 'endOtherSessions'
  | 'notMe'
  | 'secondStep'
  | 'secondStepSetup'
  | 'secondStepConfirm'
  | 'secondStepOff'
> = {
  loginSecondStep: {
    request: { body: { token: 'mQ3vXo8bTz5kGd1yLc7wRj2n', code, rememberDevice: true } },
    answer: { data: anna },
    problems: {
      410: [
        {
          message:
            'Этот вход уже завершён: вы нажали дважды, время на код вышло или кончились попытки. Войдите заново.',
        },
      ],
      422: wrongCode,
      429: tooManyTries,
    },
  },
  sessions: {
    request: {},
    answer: {
      data: [
        {
          id: 'bb423e14-b621-4984-ad22-fc61cecd8e04',
          device: 'Chrome, Android',
          createdAt: '2026-11-23T09:12:44.000Z',
          lastSeenAt: '2026-11-23T09:12:44.000Z',
          current: true,
        },
        {
          id: '0d8b7f3a-5c1e-4b92-8f57-2e9a64c3d1b0',
          device: 'Firefox, Windows',
          createdAt: '2026-11-02T17:40:05.000Z',
          lastSeenAt: '2026-11-20T06:31:19.000Z',
          current: false,
        },
      ],
    },
    problems: { 401: signedOut },
  },
  endSession: {
    request: { id: '0d8b7f3a-5c1e-4b92-8f57-2e9a64c3d1b0' },
    problems: {
      401: signedOut,
      404: [{ message: 'Такого сеанса нет: возможно, он уже завершён.' }],
      409: [{ message: 'Это сеанс, в котором вы сейчас. Чтобы завершить его, нажмите «Выйти».' }],
    },
  },
  endOtherSessions: { request: {}, problems: { 401: signedOut } },
  notMe: {
    request: { id: mailedId, body: mailedCode },
    problems: { 410: oldLink, 422: wrongLink, 429: tooManyTries },
  },
  secondStep: {
    request: {},
    answer: { data: { enabled: false, recoveryCodesLeft: 0 } },
    problems: { 401: signedOut },
  },
  secondStepSetup: {
    request: { body: { password } },
    answer: {
      data: {
        secret,
        otpauthUrl: `otpauth://totp/${encodeURIComponent('Тихий берег')}:${encodeURIComponent(anna.email)}?secret=${secret}&algorithm=SHA1&digits=6&period=30`,
      },
    },
    problems: {
      401: signedOut,
      409: [{ message: 'Второй шаг уже включён.' }],
      422: wrongPassword,
      429: tooManyTries,
    },
  },
  secondStepConfirm: {
    request: { body: { code } },
    answer: {
      data: {
        recoveryCodes: [
          '4kd7-mw2p',
          'z8rt-3hqa',
          'n5vc-9xje',
          '7gyb-k4sd',
          'q2mf-w6tu',
          'h9ax-5rcp',
          '3wne-8zvk',
          'b6js-2dmy',
          'x4qh-7fgt',
          'r8pu-6ken',
        ],
      },
    },
    problems: {
      401: signedOut,
      409: [{ message: 'Второй шаг уже включён.' }],
      422: wrongCode,
      429: tooManyTries,
    },
  },
  secondStepOff: {
    request: { body: { password, code } },
    problems: { 401: signedOut, 422: wrongCode, 429: tooManyTries },
  },
}
