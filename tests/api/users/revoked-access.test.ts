import { credentials } from 'api/users/revoke-access'
import { newCalendarLinkAnswer } from 'contract/reminders'
import { MINUTE } from 'format/durations'
import { beforeEach, describe, expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { oneTimeCode } from '../../support/one-time-code'
import { openForTests } from '../../support/open-for-tests'
import { linkIn, login, type MailedLetter, openApiWorld, signedIn } from '../support/api-world'
import { columnsOf } from '../support/database-columns'
import { askForDeletion, undoDeletion } from '../support/my-data-world'
import { operatorOf, why } from '../support/operator'
import {
  beginLogin,
  confirm,
  loginWithCode,
  secretOf,
  setUp,
  turnOff,
  turnOn,
  typeCode,
} from '../support/second-step-calls'
import {
  askForNewEmail,
  changePassword,
  confirmNewEmail,
  endOtherSession,
  endOtherSessions,
  forgetPassword,
  isSignedIn,
  linkOf as lastLinkOf,
  newPassword,
  notMe,
  setPasswordByLink,
  undoNewEmail,
} from '../support/user-calls'

const email = 'petr@mail.example'
const laptop = { deviceId: 'laptop', device: 'Firefox, Linux' }
const thiefsDevice = { deviceId: 'thief', device: 'Chrome, Windows' }

/** Everything that a thief can start with a customer's password and session. */
const started = [
  'session',
  'login that waits for its code',
  'setup of a second step',
  'change of the e-mail',
  'change of the e-mail whose letter is not written yet',
  'link to a new password',
  'calendar',
  'remembered device',
] as const
type Started = (typeof started)[number]

const ofSecondStep: readonly Started[] = ['login that waits for its code', 'remembered device']

describeOnEachDatabase('what somebody else has started', (kind) => {
  const world = openForTests(() => openApiWorld(kind))
  beforeEach(() => world.empty())

  const operator = (name: string, ...words: string[]) => operatorOf(world)(name, ...words, ...why)

  /** Signs the owner in at the laptop, and starts everything that a thief can start. */
  const startAsThief = async (secondStep: 'on' | 'off') => {
    const anna = await signedIn(world, 'anna@mail.example')
    const owner = await signedIn(world, email, laptop)
    const step = secondStep === 'on' ? await turnOn(world, owner) : null
    const thief = world.browser(thiefsDevice)
    if (step) await loginWithCode(thief, email, step.code(), { rememberDevice: true })
    else await login(thief, email)
    world.pass(MINUTE)
    const waiting = step && (await beginLogin(world.browser(), email))
    const secret = step ? null : await secretOf(thief)
    const { token: calendar } = newCalendarLinkAnswer.parse(
      (await thief.post('/api/v1/personal/calendar-link/')).body,
    ).data
    await askForNewEmail(thief, 'snegirev@mail.example')
    await forgetPassword(world.browser(), email)
    const letters = await world.letters()
    const linkOf = (ofKind: string) =>
      linkIn(letters.findLast((letter: MailedLetter) => letter.kind === ofKind))
    await askForNewEmail(thief, 'other@mail.example')

    /** Whether each of them still works. No check affects the next ones. */
    const stillWorks: Record<Started, () => Promise<boolean>> = {
      session: () => isSignedIn(thief),
      async 'login that waits for its code'() {
        if (!step || waiting === null) return false
        return (await typeCode(world.browser(), waiting, step.wrongCode())).status === 422
      },
      async 'setup of a second step'() {
        if (secret === null) return false
        await login(owner, email, newPassword)
        const answers = [await setUp(owner), await setUp(owner, newPassword)]
        return answers.some(({ text }) => text.includes(secret))
      },
      async 'change of the e-mail'() {
        await login(anna, 'anna@mail.example')
        const answer = await confirmNewEmail(anna, linkOf('email-change'))
        expect([410, 422], 'over, or another customer’s').toContain(answer.status)
        return answer.status === 422
      },
      'change of the e-mail whose letter is not written yet': async () =>
        (await world.letters()).some((letter) => letter.kind === 'email-change'),
      async 'link to a new password'() {
        const answer = await setPasswordByLink(world.browser(), linkOf('password-reset'), email)
        expect([410, 422], 'over, or not with this password').toContain(answer.status)
        return answer.status === 422
      },
      calendar: async () => (await world.browser().get(`/api/v1/calendar/${calendar}`)).status === 200,
      async 'remembered device'() {
        if (!step) return false
        const answers = [
          await login(world.browser(thiefsDevice), email),
          await login(world.browser(thiefsDevice), email, newPassword),
        ]
        return answers.some(({ status }) => status === 200)
      },
    }
    const usefulThings = async () => {
      const useful: Started[] = []
      for (const one of started) if (await stillWorks[one]()) useful.push(one)
      return useful
    }
    return { owner, step, secret, linkOf, usefulThings }
  }

  type Scene = Awaited<ReturnType<typeof startAsThief>>

  const endings: [string, (scene: Scene) => Promise<unknown>][] = [
    [
      'a new password',
      async ({ owner }) => {
        expect((await changePassword(owner)).status).toBe(204)
        expect(await isSignedIn(owner), 'the one that asks').toBe(true)
      },
    ],
    [
      'a new password by another mailed link',
      async () => {
        await forgetPassword(world.browser(), email)
        const link = await lastLinkOf(world, 'password-reset')
        expect((await setPasswordByLink(world.browser(), link)).status).toBe(204)
      },
    ],
    [
      'the end of that session',
      async ({ owner }) => {
        expect((await endOtherSession(owner)).status).toBe(204)
        expect(await isSignedIn(owner), 'the one that asks').toBe(true)
      },
    ],
    [
      'the end of all other sessions',
      async ({ owner }) => {
        expect((await endOtherSessions(owner)).status).toBe(204)
        expect(await isSignedIn(owner), 'the one that asks').toBe(true)
      },
    ],
    [
      '«Это не я» in the letter about the login',
      async ({ linkOf }) => {
        expect((await notMe(world.browser(), linkOf('new-device'))).status).toBe(204)
      },
    ],
    [
      'the undone change of the e-mail',
      async ({ linkOf }) => {
        expect((await undoNewEmail(world.browser(), linkOf('email-change-notice'))).status).toBe(204)
      },
    ],
    [
      'a deletion that is asked for',
      async ({ owner }) => {
        expect((await askForDeletion(owner)).status).toBe(204)
      },
    ],
    [
      'a deletion that is asked for and undone',
      async ({ owner }) => {
        expect((await askForDeletion(owner)).status).toBe(204)
        expect((await undoDeletion(world.browser(), await lastLinkOf(world, 'deletion'))).status).toBe(204)
      },
    ],
    ['an operator who ends the customer’s sessions', () => operator('end-sessions', email)],
    ['an operator who ends everybody’s sessions', () => operator('end-sessions', '--all')],
  ]

  describe.each(['on', 'off'] as const)('with the second step %s', (secondStep) => {
    test('is of use until something ends it', async () => {
      const others = secondStep === 'on' ? ['setup of a second step'] : ofSecondStep
      const { usefulThings } = await startAsThief(secondStep)
      expect(await usefulThings()).toEqual(started.filter((one) => !others.includes(one)))
    })

    test.each(endings)('all ends with %s', async (_, end) => {
      const scene = await startAsThief(secondStep)
      await end(scene)
      expect(await scene.usefulThings()).toEqual([])
    })
  })

  test('but the session ends when the second step is turned on', async () => {
    const { owner, secret, usefulThings } = await startAsThief('off')
    await setUp(owner)
    expect((await confirm(owner, oneTimeCode(secret ?? '', world.now()))).status).toBe(200)
    expect(await usefulThings()).toEqual(['session'])
  })

  test('goes on when the second step is turned off, but for logins that wait for its code', async () => {
    const { owner, step, usefulThings } = await startAsThief('on')
    expect((await turnOff(owner, step?.recoveryCode(0) ?? '')).status).toBe(204)
    const useful = await usefulThings()
    expect(useful).toEqual(
      started.filter((one) => one !== 'setup of a second step' && one !== ofSecondStep[0]),
    )
  })

  test('in the old mailbox opens nothing after a change of the e-mail', async () => {
    const { owner, usefulThings } = await startAsThief('on')
    // Requests and letters of the same moment have no order: the thief's second letter is written together with this one.
    world.pass(MINUTE)
    await askForNewEmail(owner, 'new@mail.example')
    const link = linkIn((await world.letters()).find(({ to }) => to === 'new@mail.example'))
    expect((await confirmNewEmail(owner, link)).status).toBe(200)
    expect(await usefulThings()).toEqual(['session', 'login that waits for its code', 'calendar'])
  })
})

/** Columns whose names sound like a secret, but whose values let nobody into a customer's account. */
const noCredentials = [
  // A customer accepts under a login of their own, and an owner sees and ends it.
  'account_grants.code_hash',
  'autopayment_runs.fencing_token',
  'idempotency_keys.body_hash',
  'payment_intents.body_hash',
  'reconciliation_runs.fencing_token',
  // Of an account rather than a customer: `issue-access-codes` replaces it.
  'register_accounts.proof_answer_hash',
  // It signs nobody in.
  'registration_attempts.password_hash',
  'sandbox_keys.body_hash',
  // The password itself: a new one replaces it.
  'users.password_hash',
]

describeOnEachDatabase('the list of what opens a customer’s account', (kind) => {
  test('has every table with a secret', async () => {
    const world = await openApiWorld(kind)
    const columns = await columnsOf(world.database)
    await world.close()
    const listed = new Set<string>(Object.values(credentials).map(({ table }) => table))
    const missing = columns.filter(({ table, name }) => /hash|secret|token/.test(name) && !listed.has(table))
    expect(missing.map(({ table, name }) => `${table}.${name}`).sort()).toEqual(noCredentials)
  })
})
