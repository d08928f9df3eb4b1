import { forgetExpiredStep } from 'api/forget-expired.step'
import { HOUR } from 'format/durations'
import { beforeEach, describe, expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import {
  type Answer,
  type Browser,
  currentUser,
  linkIn,
  login,
  openApiWorld,
  register,
  seenFromOutside,
  signedIn,
  verifyByLetter,
} from '../support/api-world'
import { forgetPassword, lettersTo, setPasswordByLink, twice } from '../support/user-calls'

const again = '/api/v1/users/verify-email-request/'
const email = 'petr@mail.example'

describeOnEachDatabase('registration', (kind) => {
  const world = openForTests(() => openApiWorld(kind))
  beforeEach(() => world.empty())

  test('a new customer gets a letter, verifies the address and signs in', async () => {
    const browser = world.browser()
    expect(await register(browser, email)).toMatchObject({ status: 204, text: '' })
    const letters = await world.letters()
    expect(letters.map(({ to, kind }) => [to, kind])).toEqual([[email, 'verification']])
    const { url, id, code } = linkIn(letters[0])
    expect(url.href).toBe(`https://portal.example/verify-email/${id}?code=${code}`)

    expect(await login(browser, email)).toMatchObject({
      status: 403,
      body: { code: 'email_not_verified' },
    })
    expect((await browser.get(`/api/v1/users/verify-email/${id}?code=${code}`)).status).toBe(200)
    expect(await login(browser, email)).toMatchObject({
      status: 200,
      body: {
        data: {
          name: 'Пётр Снегирёв',
          email: email,
          phone: '+79991234567',
          emailVerified: true,
        },
      },
    })
  })

  test('the consent is stored with its version, time and IP address', async () => {
    await register(world.browser({ address: '2001:db8::7' }), email)
    expect(await world.database.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()).toMatchObject({
      consent_version: '2026-01-15',
      consent_at: '2026-03-02T09:00:00.000Z',
      consent_address: '2001:db8::7',
    })
  })

  test('the address is found in any case', async () => {
    const browser = world.browser()
    await register(browser, '  Petr@Mail.Example ')
    await verifyByLetter(world, browser, 'Petr@mail.example')
    expect((await login(browser, 'pETR@mail.example')).status).toBe(200)
  })

  test('invalid values have errors at their fields, and nothing is stored', async () => {
    const answer = await register(world.browser(), email, { name: ' ', password: 'кот' })
    expect(answer).toMatchObject({
      status: 422,
      body: {
        message: 'Проверьте, что введено в форме.',
        errors: {
          name: ['Введите имя'],
          password: ['В пароле должно быть не меньше 8 знаков'],
        },
      },
    })
    expect(await world.database.db.selectFrom('users').select('id').execute()).toEqual([])
    expect(await world.letters()).toEqual([])
  })

  test.each([
    ['Пароль2026', 'Такой пароль подберут одним из первых'],
    [' Petr@Mail.example ', 'Пароль не должен совпадать с адресом'],
  ])('the password %j has an error at its field, and nothing is stored', async (password, words) => {
    expect(await register(world.browser(), email, twice(password))).toMatchObject({
      status: 422,
      body: { errors: { password: [expect.stringContaining(words)] } },
    })
    expect(await world.database.db.selectFrom('users').select('id').execute()).toEqual([])
  })

  test('a taken address gets the same answer as a new one, and its owner gets a letter', async () => {
    await signedIn(world, email)
    const browser = world.browser()
    const fresh = await register(browser, 'new@mail.example')
    const taken = await register(browser, 'PETR@mail.example', {
      ...twice('чужой тихий омут'),
      name: 'Чужой',
    })
    expect(seenFromOutside(taken)).toEqual(seenFromOutside(fresh))
    expect(await lettersTo(world)).toEqual([
      ['new@mail.example', 'verification'],
      [email, 'registration-attempt'],
    ])
    expect(await login(browser, email)).toMatchObject({
      status: 200,
      body: { data: { name: 'Пётр Снегирёв' } },
    })
  })

  describe('of a taken address by a stranger', () => {
    const foreign = 'чужой тихий омут'
    const addresses = [email, 'new@mail.example']
    const registerBoth = (browser: Browser, typed: string) =>
      Promise.all(addresses.map((email) => register(browser, email, { ...twice(typed), name: 'Чужой' })))
    /** What the stranger sees for each address: nothing may differ. */
    const sameOfBoth = async (ask: (address: string) => Promise<Answer>) => {
      const [taken, fresh] = [await ask(email), await ask('new@mail.example')]
      expect(seenFromOutside(taken)).toEqual(seenFromOutside(fresh))
      return taken
    }

    beforeEach(() => signedIn(world, email))

    test('and the login after it tell nothing, whatever is typed, for thirty days', async () => {
      const browser = world.browser()
      await registerBoth(browser, foreign)
      for (const pass of [0, 25 * HOUR, 28 * 24 * HOUR]) {
        world.pass(pass)
        expect(await sameOfBoth((address) => login(browser, address, foreign))).toMatchObject({
          status: 403,
          body: { code: 'email_not_verified' },
        })
        expect((await sameOfBoth((address) => login(browser, address, 'не тот пароль'))).status).toBe(422)
        expect((await login(world.browser(), email)).status).toBe(200)
      }
    })

    test('counts the last one, as for a new address', async () => {
      const browser = world.browser()
      await registerBoth(browser, foreign)
      await registerBoth(browser, 'ещё один омут')
      expect((await sameOfBoth((address) => login(browser, address, foreign))).status).toBe(422)
      expect((await sameOfBoth((address) => login(browser, address, 'ещё один омут'))).status).toBe(403)
    })

    test('has the letter sent again, to the owner another one', async () => {
      const browser = world.browser()
      await registerBoth(browser, foreign)
      await world.letters()
      expect((await sameOfBoth((address) => browser.post(again, { email: address }))).status).toBe(204)
      expect(await lettersTo(world)).toEqual([
        ['new@mail.example', 'verification'],
        [email, 'registration-attempt'],
      ])
    })

    test('is over when the owner of the mailbox sets a password', async () => {
      const browser = world.browser()
      await registerBoth(browser, foreign)
      await world.letters()
      await sameOfBoth((address) => forgetPassword(browser, address))
      expect((await sameOfBoth((address) => login(browser, address, foreign))).status).toBe(403)
      for (const letter of await world.letters()) {
        expect((await setPasswordByLink(world.browser(), linkIn(letter))).status).toBe(204)
      }
      expect((await sameOfBoth((address) => login(browser, address, foreign))).status).toBe(422)
    })

    test('counts no try of the owner, and is limited as of a new address', async () => {
      const browser = world.browser()
      await registerBoth(browser, foreign)
      for (let time = 0; time < 12; time++)
        expect((await sameOfBoth((address) => login(browser, address, foreign))).status).toBe(403)
      const wrong = []
      for (let time = 0; time < 11; time++)
        wrong.push((await sameOfBoth((address) => login(browser, address, 'не тот пароль'))).status)
      expect(wrong).toEqual([...Array(10).fill(422), 429])
      expect((await sameOfBoth((address) => login(browser, address, foreign))).status).toBe(429)
      expect((await login(world.browser({ address: '198.51.100.1' }), email)).status).toBe(200)
    })
  })

  const other = {
    name: 'Пётр П. Снегирёв',
    phone: '+79997654321',
    ...twice('новый тихий омут'),
    consentVersion: '2026-02-20',
  }

  test('after two registrations the password belongs to the letter that is opened', async () => {
    const browser = world.browser()
    await register(browser, email)
    await world.letters()
    world.pass(HOUR)
    const second = world.browser({ address: '203.0.113.8' })
    expect((await register(second, 'Petr@mail.example', other)).status).toBe(204)
    expect((await verifyByLetter(world, browser, 'Petr@mail.example')).status).toBe(200)
    expect((await login(browser, email)).status).toBe(422)
    expect(await login(browser, email, other.password)).toMatchObject({
      status: 200,
      body: { data: { name: 'Пётр П. Снегирёв', email: 'Petr@mail.example', phone: '+79997654321' } },
    })
    expect(await world.database.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()).toMatchObject({
      consent_version: '2026-02-20',
      consent_at: '2026-03-02T10:00:00.000Z',
      consent_address: '203.0.113.8',
    })
  })

  test.each(['before', 'after'])(
    "a stranger who registered the address %s its owner is not let in by the owner's link",
    async (when) => {
      const owner = world.browser()
      const stranger = world.browser({ address: '198.51.100.9' })
      const foreign = {
        name: 'Чужой',
        ...twice('чужой тихий омут'),
      }
      if (when === 'before') {
        await register(stranger, email, foreign)
        await world.letters()
      }
      await register(owner, email)
      const { id, code } = linkIn((await world.letters())[0])
      let foreignLink: ReturnType<typeof linkIn> | undefined
      if (when === 'after') {
        await register(stranger, email, foreign)
        foreignLink = linkIn((await world.letters())[0])
      }
      expect((await owner.get(`/api/v1/users/verify-email/${id}?code=${code}`)).status).toBe(200)
      expect((await login(stranger, email, foreign.password)).status).toBe(422)
      expect(await login(owner, email)).toMatchObject({
        status: 200,
        body: { data: { name: 'Пётр Снегирёв' } },
      })
      // The other letters have no effect any more, however they are opened.
      if (foreignLink)
        await owner.get(`/api/v1/users/verify-email/${foreignLink.id}?code=${foreignLink.code}`)
      expect((await login(owner, email)).status).toBe(200)
      expect((await login(stranger, email, foreign.password)).status).toBe(422)
      expect(
        await world.database.db.selectFrom('mailed_tokens').select('payload').distinct().execute(),
      ).toEqual([{ payload: null }])
    },
  )

  test('two registrations before any letter was sent each get a letter of their own', async () => {
    const browser = world.browser()
    await register(browser, email)
    await register(browser, 'Petr@mail.example', other)
    expect((await verifyByLetter(world, browser, email)).status).toBe(200)
    expect((await login(browser, email, other.password)).status).toBe(422)
    expect((await login(browser, email)).status).toBe(200)
  })

  test('a letter that is sent again verifies the last registration', async () => {
    const browser = world.browser()
    await register(browser, email)
    await register(browser, email, other)
    await world.letters()
    expect((await login(browser, email, other.password)).status).toBe(403)
    await browser.post(again, { email })
    const sent = linkIn((await world.letters())[0])
    // A registration meanwhile changes nothing about the letter under way.
    await register(world.browser({ address: '198.51.100.9' }), email)
    await browser.get(`/api/v1/users/verify-email/${sent.id}?code=${sent.code}`)
    expect((await login(browser, email, other.password)).status).toBe(200)
  })

  test('a link without registration data verifies the stored user', async () => {
    const browser = world.browser()
    await register(browser, email)
    const { id, code } = linkIn((await world.letters())[0])
    await world.database.db.updateTable('mailed_tokens').set({ payload: null }).execute()
    expect((await browser.get(`/api/v1/users/verify-email/${id}?code=${code}`)).status).toBe(200)
    expect((await login(browser, email)).status).toBe(200)
  })

  test('twenty concurrent registrations of an address make one customer', async () => {
    const limits = {
      registrationPerAddress: { max: 100, minutes: 60 },
      lettersPerEmail: { max: 100, minutes: 60 },
    }
    const crowd = await openApiWorld(kind, { limits })
    const answers = await Promise.all(Array.from({ length: 20 }, () => register(crowd.browser(), email)))
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(20).fill(204))
    expect(await crowd.database.db.selectFrom('users').select('email').execute()).toEqual([{ email }])
    await crowd.close()
  })

  test('at most five letters an hour go to one address', async () => {
    for (let time = 1; time <= 5; time++) {
      expect((await register(world.browser({ address: `203.0.113.${time}` }), email)).status).toBe(204)
    }
    const refused = await register(world.browser({ address: '203.0.113.99' }), email)
    expect(refused).toMatchObject({
      status: 429,
      body: { message: 'Слишком много попыток.' },
    })
    expect(refused.headers.get('retry-after')).toBe('3600')
    world.pass(HOUR)
    expect((await register(world.browser(), email)).status).toBe(204)
  })
})

describeOnEachDatabase('verification of the address', (kind) => {
  const world = openForTests(() => openApiWorld(kind))
  beforeEach(async () => {
    await world.empty()
    await register(world.browser(), email)
  })

  const verify = (id: string, code: string) =>
    world
      .browser()
      .get(`/api/v1/users/verify-email/${encodeURIComponent(id)}?code=${encodeURIComponent(code)}`)

  test('is accepted again within its day, since mail scanners open links, too', async () => {
    const { id, code } = linkIn((await world.letters())[0])
    expect((await verify(id, code)).status).toBe(200)
    world.pass(23 * HOUR)
    expect((await verify(id, code)).status).toBe(200)
    world.pass(HOUR)
    expect(await verify(id, code)).toMatchObject({
      status: 410,
      body: { message: expect.stringContaining('устарела') },
    })
  })

  test.each(['.', ')', '»', '_'])(
    'is accepted with %s after it, as mail programs pass it on',
    async (sign) => {
      const { id, code } = linkIn((await world.letters())[0])
      expect((await verify(id, `${code}${sign}`)).status).toBe(200)
    },
  )

  test('does not sign in', async () => {
    const browser = world.browser()
    const answer = await verifyByLetter(world, browser, email)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect((await currentUser(browser)).body).toEqual({ data: null })
  })

  test('is not caused by a HEAD request', async () => {
    const { id, code } = linkIn((await world.letters())[0])
    expect((await world.browser().send('HEAD', `/api/v1/users/verify-email/${id}?code=${code}`)).status).toBe(
      404,
    )
    expect((await login(world.browser(), email)).status).toBe(403)
  })

  test('rejects a code that is wrong, foreign, for another purpose or missing', async () => {
    const { id, code } = linkIn((await world.letters())[0])
    await register(world.browser(), 'vera@mail.example')
    const other = linkIn((await world.letters())[0])
    await forgetPassword(world.browser(), email)
    const reset = linkIn((await world.letters())[0])
    for (const [wrongId, wrongCode] of [
      [id, `${code.slice(0, -1)}!`],
      [id, other.code],
      [other.id, code],
      [reset.id, reset.code],
      ['нет такого', code],
      [id, ''],
    ] as const) {
      expect(await verify(wrongId, wrongCode)).toMatchObject({
        status: 422,
        body: { message: expect.stringContaining('из письма') },
      })
    }
    expect((await world.browser().get(`/api/v1/users/verify-email/${id}`)).status).toBe(422)
    expect((await login(world.browser(), email)).status).toBe(403)
  })

  test('can be requested again, with the same answer for every address', async () => {
    await signedIn(world, 'vera@mail.example')
    await world.letters()
    const answers = []
    for (const address of [email, 'vera@mail.example', 'nobody@mail.example']) {
      answers.push(seenFromOutside(await world.browser().post(again, { email: address })))
    }
    expect(answers[0]).toMatchObject({ status: 204, text: '' })
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    expect(await lettersTo(world)).toEqual([[email, 'verification']])
    expect((await world.browser().post(again, { email: 'нет' })).status).toBe(422)
  })

  test('is limited by hour, whether or not the address is known', async () => {
    for (const address of [email, 'nobody@mail.example']) {
      const statuses = []
      for (let time = 0; time < 6; time++)
        statuses.push((await world.browser().post(again, { email: address })).status)
      expect(statuses).toEqual([204, 204, 204, 204, 204, 429])
    }
  })
})

describeOnEachDatabase('a registration that nobody confirms', (kind) => {
  const world = openForTests(() => openApiWorld(kind))
  beforeEach(() => world.empty())

  const day = 24 * HOUR
  const customers = async () => {
    const rows = await world.database.db.selectFrom('users').select('email').orderBy('email').execute()
    return rows.map(({ email }) => email)
  }

  test('is deleted after 30 days, with its letters; a confirmed one stays', async () => {
    await signedIn(world, 'vera@mail.example')
    await register(world.browser(), email)
    await world.letters()
    const step = forgetExpiredStep({ db: world.database.db, clock: world.now })
    world.pass(30 * day - 1)
    await step.run(() => {})
    expect(await customers()).toEqual([email, 'vera@mail.example'])
    world.pass(HOUR)
    await step.run(() => {})
    expect(await customers()).toEqual(['vera@mail.example'])
    const letters = await world.database.db.selectFrom('outbox').select('recipient').execute()
    expect(letters.filter(({ recipient }) => recipient === email)).toEqual([])
    expect((await login(world.browser(), email)).status).toBe(422)
  })

  test('stays as long as a letter that was sent again is of use', async () => {
    const browser = world.browser()
    await register(browser, email)
    const step = forgetExpiredStep({ db: world.database.db, clock: world.now })
    world.pass(30 * day - HOUR)
    await world.letters()
    await browser.post(again, { email })
    const { id, code } = linkIn((await world.letters())[0])
    world.pass(23 * HOUR)
    await step.run(() => {})
    expect((await browser.get(`/api/v1/users/verify-email/${id}?code=${code}`)).status).toBe(200)
    expect((await login(browser, email)).status).toBe(200)
  })

  test('may be made again after that', async () => {
    await register(world.browser(), email)
    world.pass(31 * day)
    await forgetExpiredStep({ db: world.database.db, clock: world.now }).run(() => {})
    await signedIn(world, email)
    expect(await customers()).toEqual([email])
  })
})
