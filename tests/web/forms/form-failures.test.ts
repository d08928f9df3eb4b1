import { describe, expect, test } from 'vitest'
import { combinationsOf } from '../../support/pairwise'
import type { Browser } from '../support/browser'
import { fakeUpstreamOfThisFile, type UpstreamAnswer } from '../support/fake-upstream'
import '../support/matchers'
import { customer } from '../support/default-answers'
import { expectKept, expectRefusedOn, passwordsOf } from '../support/kept-values'
import type { Page } from '../support/page'
import { portalsOfThisFile } from '../support/portals-for-faults'
import { eachForm, type ScreenForm, screenOf, visitorOf } from '../support/screens'
import { eachFault, type Fault, keepsWaiting, statusOf, UPSTREAM_SECRET } from '../support/upstream-faults'

const upstream = await fakeUpstreamOfThisFile()
const { portal, impatient, portalFor } = await portalsOfThisFile(upstream)

/** Fills the form in and presses its button; the product API answers as the test has set. */
const press = async (form: ScreenForm, at = portal) => {
  const screen = screenOf(form)
  const visitor = await visitorOf(screen, at)
  const page = await visitor.get(screen.path)
  return { visitor, answer: await visitor.press(page, form.button, form.typed) }
}

const ended = { status: 401, body: { message: UPSTREAM_SECRET } }

/** A POST may set the device cookie; it must not change the session. */
const isNoDevice = (line: string) => !line.startsWith('device=')

const expectRefused = (answer: Page, form: ScreenForm, status: number) =>
  expectRefusedOn(screenOf(form), answer, status)

/** Forms that use the body of the answer. For the others any body is a success. */
const usesBody = [
  'login',
  'loginCode',
  'profile',
  'addAccount',
  'changeEmail',
  'pauseAutopayment',
  'changeAutopayment',
]
/** Without a body they fail: nobody is signed in by it. */
const signsIn = ['login', 'loginCode']
const notJson: Fault[] = ['cuts its JSON', 'answers HTML']

/** Faults that keep a test waiting come last, so that few of them are chosen. */
const inTurn = eachFault.toSorted((one, other) => Number(keepsWaiting(one)) - Number(keepsWaiting(other)))

/** The failures of a form's own call. */
const ownFailures = (name: string) =>
  inTurn
    .filter((kind) => usesBody.includes(name) || kind !== 'leaves out what is required')
    .filter((kind) => name !== 'verifyEmail' || !notJson.includes(kind))
    .filter((kind) => signsIn.includes(name) || kind !== 'answers 204')

test('a form says once what the API says of the whole form and of a field', async () => {
  const errors = { name: ['Имя слишком длинное'], unheard_of: ['Нет такого поля'] }
  for (const message of [...errors.name, ...errors.unheard_of]) {
    upstream.on('changeProfile', { status: 422, body: { message, errors } })
    const visitor = await portal.customer()
    const answer = await visitor.press(await visitor.get('/personal/profile'), 'Сохранить', { name: 'Анна' })
    expect(answer.errorSummary).toEqual(['Нет такого поля', 'Имя слишком длинное'])
    expect(answer.field('name').errors).toEqual(errors.name)
  }
})

describe.each(eachForm)('the form %s, refused by the API', (name, form) => {
  const fields = Object.keys(form.typed)
  const { path, access, loads } = screenOf(form)

  test('with 422, shows why above the form and at its fields', async () => {
    const errors = Object.fromEntries(fields.map((field) => [field, [`Поле ${field} не годится`]]))
    const body = { message: 'Так не получится', errors: { ...errors, unheard_of: ['Нет такого поля'] } }
    upstream.on(form.call, { status: 422, body })
    const { answer } = await press(form)
    expectRefused(answer, form, 400)
    expectKept(answer, form.typed)
    for (const field of fields) expect(answer.field(field).errors).toEqual([`Поле ${field} не годится`])
    const above = [...answer.errorSummary].sort()
    const said = ['Так не получится', 'Нет такого поля', ...Object.values(errors).flat()]
    expect(above).toEqual(said.sort())
    for (const field of fields) expect(answer.summaryLeadsTo).toContain(field)
  })

  test('with 409, shows why above the form', async () => {
    upstream.on(form.call, { status: 409, body: { message: 'Это уже сделано раньше' } })
    const { answer } = await press(form)
    expectRefused(answer, form, 400)
    expectKept(answer, form.typed)
    expect(answer.errorSummary).toEqual(['Это уже сделано раньше'])
  })

  // Except the code of a login, which then begins again: tests/web/users/login-code.test.ts.
  if (form.call !== 'loginSecondStep')
    test('with 410, shows why above the form', async () => {
      upstream.on(form.call, { status: 410, body: { message: 'Ссылка устарела или уже использована' } })
      const { answer } = await press(form)
      expectRefused(answer, form, 400)
      expectKept(answer, form.typed)
      expect(answer.errorSummary).toEqual(['Ссылка устарела или уже использована'])
    })

  test('with 429, says how long to wait', async () => {
    const headers = { 'retry-after': '300' }
    upstream.on(form.call, { status: 429, body: { message: 'Слишком много попыток' }, headers })
    const { answer } = await press(form)
    expectRefused(answer, form, 429)
    expectKept(answer, form.typed)
    expect(answer.errorSummary).toEqual(['Слишком много попыток. Попробуйте снова через 5 минут.'])
    expect(answer.headers['retry-after']).toBe('300')
  })

  // An account that is not found is reported at its field: tests/web/accounts/accounts.test.ts.
  test.each(form.call === 'addAccount' ? [403] : [403, 404])(
    'with %i, shows a message on the same page',
    async (status) => {
      upstream.on(form.call, { status, body: { message: 'Этого вам нельзя' } })
      const { answer, visitor } = await press(form)
      expect(answer.status).toBe(status)
      expect(answer.h1).toBe(screenOf(form).h1)
      expect(answer).toShowFlash('error', 'Этого вам нельзя')
      expectKept(answer, form.typed)
      expect((await visitor.get('/about')).flashes).toEqual([])
    },
  )

  if (form.call !== 'login')
    test('with 401, redirects to the login, which says why and leads back or on', async () => {
      upstream.on(form.call, ended)
      const { answer, visitor } = await press(form)
      // A customer who has signed in may not open a page for guests.
      const back = access === 'guest' ? '/personal' : path
      expect(answer).toHaveRedirect(`/login?${new URLSearchParams({ redirectTo: back })}`, 303)
      expect(visitor.cookies.has('session')).toBe(false)
      const login = await visitor.follow(answer)
      expect(login).toShowFlash('warning', /Сеанс закончился/)

      upstream.on('login', {
        body: { data: { id: '1', name: 'А', email: 'a@b.c' } },
        headers: { 'set-cookie': 'sid=2' },
      })
      const signedIn = await visitor.press(login, 'Войти', { email: 'anna@example.test', password: 'p' })
      expect(signedIn).toHaveRedirect(back, 303)
    })

  if (access === 'user' && loads.length > 0)
    test('redirects with 303 when its page then meets a 401', async () => {
      upstream.on(form.call, () => {
        for (const call of ['defaultAccount', ...loads] as const)
          if (call !== form.call) upstream.on(call, ended)
        return { status: 422, body: { message: 'Так не получится' } }
      })
      const { answer } = await press(form)
      expect(answer).toHaveRedirect(/^\/login\?/, 303)
    })

  if (!signsIn.includes(name))
    test('succeeds when the API answers without a body', async () => {
      upstream.on(form.call, 'answers 204')
      const { answer } = await press(form)
      expect(answer.status).toBe(303)
      expect(upstream.named(form.call)).toHaveLength(1)
    })
})

const ofCustomers = eachForm.filter(([, form]) => screenOf(form).access === 'user')

/**
 * Each form with every status that a failure of its own call or of the current user's ends with, and each of these two with
 * every kind of failure. Every call with every kind: app/api-client/product-api.server.test.ts.
 */
const failures = combinationsOf(
  eachForm.flatMap(([name, form]) => [
    ...ownFailures(name).map((kind) => ({ name, call: 'its own', kind })),
    // A user without an id is a guest, not a failure.
    ...(screenOf(form).access === 'user' ? inTurn : [])
      .filter((kind) => kind !== 'leaves out what is required')
      .map((kind) => ({ name, call: 'the check who is signed in', kind })),
  ]),
  ({ name, call, kind }) => [`${name} ${call} ${JSON.stringify(statusOf[kind])}`, `${call} ${kind}`],
)

const formNamed = (name: string) => {
  const form = Object.fromEntries(eachForm)[name]
  if (!form) throw new Error('there is no such form')
  return form
}

describe('a form whose product API call fails', () => {
  const ofItsOwn = failures.filter(({ call }) => call === 'its own')
  test.each(ofItsOwn)(
    '$name: when its call $kind, keeps what was typed and is sent once',
    async (failure) => {
      const form = formNamed(failure.name)
      upstream.on(form.call, failure.kind)
      const { answer } = await press(form, portalFor(failure.kind))
      const { status, retryAfter } = statusOf[failure.kind]
      expectRefused(answer, form, status)
      expectKept(answer, form.typed)
      expect(answer.errorSummary).toEqual(['Сервис временно недоступен. Попробуйте ещё раз.'])
      expect(answer.headers['retry-after']).toBe(retryAfter)
      expect(answer.html).not.toContain(UPSTREAM_SECRET)
      expect(upstream.named(form.call)).toHaveLength(1)
    },
  )

  const ofTheCheck = failures.filter(({ call }) => call !== 'its own')
  test.each(ofTheCheck)(
    '$name: when $call $kind, has no effect and keeps what was typed',
    async (failure) => {
      const form = formNamed(failure.name)
      const visitor = await portalFor(failure.kind).customer()
      const page = await visitor.get(screenOf(form).path)
      upstream.on('currentUser', failure.kind)
      const answer = await visitor.press(page, form.button, form.typed)
      const { status, retryAfter } = statusOf[failure.kind]
      expect(answer.status).toBe(status)
      expect(answer.headers['retry-after']).toBe(retryAfter)
      expect(answer.setCookies.filter(isNoDevice)).toEqual([])
      expect(upstream.named(form.call)).toEqual([])
      expect(answer.html).not.toContain(UPSTREAM_SECRET)
      expect(answer.html).not.toContain(customer.email)
      expectRefused(answer, form, status)
      expectKept(answer, form.typed)
      expect(answer.errorSummary).toEqual(['Сервис временно недоступен. Попробуйте ещё раз.'])
    },
  )
})

test.each([403, 404, 422])(
  'a form, posted while the current user is refused with %i, has no effect and keeps what was typed',
  async (status) => {
    const form = formNamed('profile')
    const visitor = await portal.customer()
    const page = await visitor.get(screenOf(form).path)
    upstream.on('currentUser', { status, body: { message: UPSTREAM_SECRET } })
    const answer = await visitor.press(page, form.button, form.typed)
    expect(answer.setCookies.filter(isNoDevice)).toEqual([])
    expect(upstream.named(form.call)).toEqual([])
    expectRefused(answer, form, 502)
    expectKept(answer, form.typed)
  },
)

describe.each(ofCustomers)('the form %s, posted while the current user can’t be loaded', (_, form) => {
  test('and nothing else either, comes back with its outcome', async () => {
    const { loads, path } = screenOf(form)
    const visitor = await portal.customer()
    const page = await visitor.get(path)
    upstream.on(form.call, () => {
      for (const call of ['defaultAccount', ...loads] as const)
        if (call !== form.call) upstream.on(call, 'answers 500')
      return 'answers 500'
    })
    const answer = await visitor.press(page, form.button, form.typed)
    expectRefused(answer, form, 502)
    expectKept(answer, form.typed)
    expect(answer.errorSummary).toEqual(['Сервис временно недоступен. Попробуйте ещё раз.'])
  })

  if (Object.keys(form.typed).length > 0)
    test('works on the next press, when the API answers again', async () => {
      const visitor = await portal.customer()
      const page = await visitor.get(screenOf(form).path)
      upstream.on('currentUser', { status: 503, body: { message: 'Нет' } })
      const answer = await visitor.press(page, form.button, form.typed)
      upstream.on('currentUser', { body: { data: customer } })
      expect(await visitor.press(answer, form.button, passwordsOf(form.typed))).toHaveRedirect(
        form.leadsTo,
        303,
      )
      expect(upstream.named(form.call).map(({ body }) => body)).toEqual([form.body])
    })
})

describe('the login', () => {
  const form = formNamed('login')

  test.each([401, 422])('with a wrong e-mail or password (%i) shows the same message', async (status) => {
    upstream.on('login', { status, body: { message: 'Неверная почта или пароль' } })
    const { answer } = await press(form)
    expectRefused(answer, form, 400)
    expect(answer.errorSummary).toEqual(['Неверная почта или пароль'])
    expect(answer.field('email').value).toBe('anna@example.test')
    expect(answer.field('password').value).toBe('')
  })

  test('with an unverified e-mail says so and resends the letter', async () => {
    const body = { message: 'Подтвердите почту', code: 'email_not_verified' }
    upstream.on('login', { status: 403, body })
    const { answer, visitor } = await press(form)
    expectRefused(answer, form, 403)
    expect(answer.errorSummary).toEqual(['Подтвердите почту'])
    expect(answer.flashes).toEqual([])
    expect(answer.field('email').value).toBe('anna@example.test')

    const again = await visitor.press(answer, 'Отправить письмо ещё раз')
    expect(again).toHaveRedirect('/login', 303)
    expect(upstream.named('verifyEmailRequest').map((call) => call.body)).toEqual([
      { email: 'anna@example.test' },
    ])
    expect(await visitor.follow(again)).toShowFlash('success', /новое письмо/)
  })

  describe('whose letter could not be sent again', () => {
    const askAgain = async (refusal: UpstreamAnswer | Fault, at = portal) => {
      const body = { message: 'Подтвердите почту', code: 'email_not_verified' }
      upstream.on('login', { status: 403, body })
      const { answer, visitor } = await press(form, at)
      upstream.on('verifyEmailRequest', refusal)
      return { visitor, answer: await visitor.press(answer, 'Отправить письмо ещё раз') }
    }
    const expectAnotherTry = async (answer: Page, visitor: Browser) => {
      expect(answer.h1).toBe('Вход')
      expect(answer.title).toMatch(/^Ошибка: /)
      expect(answer.controls('email').map(({ value }) => value)).toEqual([
        'anna@example.test',
        'anna@example.test',
      ])
      upstream.on('verifyEmailRequest', 'answers 204')
      expect(await visitor.press(answer, 'Отправить письмо ещё раз')).toHaveRedirect('/login', 303)
      expect(upstream.named('verifyEmailRequest').map((call) => call.body)).toEqual([
        { email: 'anna@example.test' },
        { email: 'anna@example.test' },
      ])
    }

    test.each([
      [429, 429, 'Слишком много писем. Попробуйте снова через 5 минут.'],
      [503, 503, 'Сервис временно недоступен. Попробуйте ещё раз.'],
      [409, 400, 'Слишком много писем.'],
    ])('because of status %i, says why beside the button for another try', async (status, own, words) => {
      const headers = status === 429 ? { 'retry-after': '300' } : {}
      const { answer, visitor } = await askAgain({
        status,
        body: { message: 'Слишком много писем.' },
        headers,
      })
      expect(answer.status).toBe(own)
      expect(answer.headers['retry-after']).toBe(headers['retry-after'])
      expect(answer.errorSummary).toEqual([words])
      await expectAnotherTry(answer, visitor)
    })

    test('because of the address, says so without a link: it is not typed here', async () => {
      const words = 'На этот адрес письма не доходят'
      const { answer, visitor } = await askAgain({
        status: 422,
        body: { message: words, errors: { email: [words] } },
      })
      expect(answer.errorSummary).toEqual([words])
      expect(answer.summaryLeadsTo).toEqual([])
      await expectAnotherTry(answer, visitor)
    })

    test.each([403, 404])('because of status %i, shows a message and the button', async (status) => {
      const { answer, visitor } = await askAgain({ status, body: { message: 'Этого вам нельзя' } })
      expect(answer.status).toBe(status)
      expect(answer).toShowFlash('error', 'Этого вам нельзя')
      await expectAnotherTry(answer, visitor)
    })

    test('because of status 401, leads on to the page that the visitor wanted', async () => {
      const visitor = portal.visitor()
      upstream.on('verifyEmailRequest', ended)
      const answer = await visitor.post('/login?redirectTo=%2Fpersonal%2Fhistory', {
        intent: 'resend',
        email: 'anna@example.test',
      })
      expect(answer).toHaveRedirect('/login?redirectTo=%2Fpersonal%2Fhistory', 303)
    })

    test('because the API did not answer in time, keeps the button', async () => {
      const { answer, visitor } = await askAgain('hang', impatient)
      expect(answer.errorSummary).toEqual(['Сервис временно недоступен. Попробуйте ещё раз.'])
      await expectAnotherTry(answer, visitor)
    })
  })

  test('forbidden for another reason shows a message', async () => {
    upstream.on('login', { status: 403, body: { message: 'Доступ закрыт', code: 'blocked' } })
    expect((await press(form)).answer).toShowFlash('error', 'Доступ закрыт')
  })

  test('with cookies that are too long is rejected, and nobody is signed in', async () => {
    upstream.on('login', {
      body: { data: { id: '1', name: 'А', email: 'a@b.c' } },
      headers: { 'set-cookie': `sid=${'x'.repeat(3_000)}` },
    })
    const { answer, visitor } = await press(form)
    expectRefused(answer, form, 502)
    expect(visitor.cookies.has('session')).toBe(false)
    expect(portal.log).toContainEqual(expect.objectContaining({ call: 'login', status: 502 }))
  })
})

describe('the login with an invalid answer', () => {
  const form = formNamed('login')

  // Other invalid answers: app/api-client/product-api.server.test.ts.
  test.each([
    ['without an id', { body: { data: { name: 'Анна' } }, headers: { 'set-cookie': 'sid=1' } }],
    ['without a session cookie', { body: { data: customer } }],
  ])('%s, says so, keeps what was typed and signs nobody in', async (_, broken) => {
    upstream.on('login', broken)
    const { answer, visitor } = await press(form)
    expectRefused(answer, form, 502)
    expectKept(answer, form.typed)
    expect(answer.errorSummary).toEqual(['Сервис временно недоступен. Попробуйте ещё раз.'])
    expect(visitor.cookies.has('session')).toBe(false)
    expect(portal.log).toContainEqual(expect.objectContaining({ call: 'login', status: 502 }))
  })

  test('that rejects the pair may still set a cookie', async () => {
    upstream.on('login', { status: 422, body: { message: 'Нет' }, headers: { 'set-cookie': 'tries=1' } })
    upstream.on('currentUser', { body: { data: {} } })
    const { visitor } = await press(form)
    await visitor.press(await visitor.get('/login'), 'Войти', form.typed)
    expect(upstream.named('login')[1]?.headers.cookie).toBe('tries=1')
  })
})

test.each([
  ['deleteAccount', 'accounts', 'Этого лицевого счёта в вашем кабинете уже нет'],
  ['removeAutopayment', 'autopayments', 'Этого автоплатежа уже нет'],
] as const)(
  '%s of something already removed redirects to the list and says so',
  async (name, list, words) => {
    const form = formNamed(name)
    upstream.on(form.call, () => {
      upstream.on(list, { body: { data: [] } })
      return { status: 404, body: { message: 'Нет такого' } }
    })
    const { answer, visitor } = await press(form)
    expect(answer).toHaveRedirect(form.leadsTo, 303)
    expect(await visitor.follow(answer)).toShowFlash('info', words)
  },
)

test.each([
  'changePassword',
  'verifyEmail',
  'changeEmail',
  'changeEmailUndo',
  'optOutOfCharge',
  'reminderOff',
  'invoiceLettersOff',
  'notMe',
  'deletionUndo',
])('the mailed link of %s that is expired or used says so, and what to do', async (name) => {
  const form = formNamed(name)
  for (const status of [410, 422]) {
    upstream.on(form.call, { status, body: { message: 'Код не подходит' } })
    const { answer } = await press(form)
    expect(answer.status).toBe(400)
    expect(answer.main).toMatch(/устарела или уже использована/)
    expect(answer.main).toMatch(/нов(ое|ую)|поддержку/)
  }
})

test.each(['changePassword', 'changeEmailUndo'])(
  'the mailed link of %s says after a second press that it may be done, and leads to the login',
  async (name) => {
    const form = formNamed(name)
    upstream.on(form.call, { status: 410, body: { message: 'Ссылка устарела или уже использована.' } })
    const { answer } = await press(form)
    expect(answer.main).toContain('Если вы нажали дважды, возможно, всё уже сделано: попробуйте войти.')
    expect(answer.link('попробуйте войти')).toBe('/login')
  },
)

test.each([404, 503])(
  'the link that verifies an e-mail keeps its button when it is refused with %i, and works on the next press',
  async (status) => {
    const form = formNamed('verifyEmail')
    upstream.on(form.call, { status, body: { message: 'Пока не получится' } })
    const { answer, visitor } = await press(form)
    expect(answer.main).not.toMatch(/устарела/)
    upstream.on(form.call, 'answers 204')
    expect(await visitor.press(answer, form.button)).toHaveRedirect(form.leadsTo, 303)
  },
)
