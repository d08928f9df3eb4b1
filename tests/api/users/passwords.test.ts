import { MINUTE } from 'format/durations'
import { beforeEach, expect, test, vi } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import {
  type Browser,
  login,
  openApiWorld,
  password,
  register,
  seenFromOutside,
  signedIn,
} from '../support/api-world'
import { turnOn } from '../support/second-step-calls'
import { replicaStarter } from '../support/start-replica'
import {
  changePassword,
  forgetPassword,
  isSignedIn,
  lettersTo,
  linkOf,
  logout,
  newPassword,
  setPasswordByLink,
  twice,
} from '../support/user-calls'

const email = 'petr@mail.example'
const startReplica = replicaStarter()

describeOnEachDatabase('a forgotten password', (kind) => {
  const world = openForTests(() => openApiWorld(kind))
  beforeEach(() => world.empty())

  const resetLink = async () => {
    await forgetPassword(world.browser(), email)
    return linkOf(world, 'password-reset')
  }

  test('is replaced by the link from a letter, which ends all sessions and sends a letter', async () => {
    const old = await signedIn(world, email)
    const link = await resetLink()
    expect(link.url.href).toBe(`https://portal.example/change-password/${link.id}?code=${link.code}`)
    const browser = world.browser()
    const answer = await setPasswordByLink(browser, link)
    expect(answer).toMatchObject({ status: 204, text: '' })
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(await isSignedIn(old)).toBe(false)
    expect((await login(browser, email, password)).status).toBe(422)
    expect((await login(browser, email, newPassword)).status).toBe(200)
    expect(await lettersTo(world)).toEqual([[email, 'password-changed']])
  })

  test('gets the same answer for every address', async () => {
    await signedIn(world, email)
    await world.letters()
    const known = await forgetPassword(world.browser(), email)
    expect(known).toMatchObject({ status: 204, text: '' })
    expect(seenFromOutside(await forgetPassword(world.browser(), 'nobody@mail.example'))).toEqual(
      seenFromOutside(known),
    )
    expect(await lettersTo(world)).toEqual([[email, 'password-reset']])
    expect((await forgetPassword(world.browser(), '')).body).toMatchObject({
      errors: { email: ['Введите адрес электронной почты'] },
    })
  })

  test('is limited to five letters an hour, known address or not', async () => {
    for (const address of [email, 'nobody@mail.example']) {
      const statuses = []
      for (let time = 0; time < 6; time++)
        statuses.push((await forgetPassword(world.browser(), address)).status)
      expect(statuses).toEqual([204, 204, 204, 204, 204, 429])
    }
  })

  test('of two hundred concurrent uses of one link, in two processes, one succeeds', async () => {
    await signedIn(world, email)
    const link = await resetLink()
    const replica = await startReplica(world)
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        // Each from an address of its own: the limit by address must not be what stops them.
        const browser = world.browserOf(index % 2 === 0 ? world.api : replica, {
          address: `198.51.100.${index}`,
        })
        const use = () => setPasswordByLink(browser, link, `${newPassword} ${index}`)
        let answer = await use()
        while (answer.status === 503) answer = await use()
        return answer
      }),
    )
    await replica.stop()
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(199)
    const winner = answers.findIndex(({ status }) => status === 204)
    expect((await login(world.browser(), email, `${newPassword} ${winner}`)).status).toBe(200)
    expect(await lettersTo(world)).toEqual([[email, 'password-changed']])
  })

  test('a link is valid for twenty minutes', async () => {
    await signedIn(world, email)
    const link = await resetLink()
    world.pass(20 * MINUTE)
    expect(await setPasswordByLink(world.browser(), link)).toMatchObject({
      status: 410,
      body: { message: expect.stringContaining('Запросите новую') },
    })
    expect((await login(world.browser(), email)).status).toBe(200)
  })

  test('a used link explains how to get a new one, and an unknown one is rejected', async () => {
    await signedIn(world, email)
    const link = await resetLink()
    const other = await resetLink()
    expect((await setPasswordByLink(world.browser(), link)).status).toBe(204)
    for (const used of [link, other]) {
      expect(await setPasswordByLink(world.browser(), used)).toMatchObject({ status: 410 })
    }
    for (const wrong of [
      { id: link.id, code: '' },
      { id: link.id, code: 'x' },
      { id: 'x', code: link.code },
    ]) {
      expect(await setPasswordByLink(world.browser(), wrong)).toMatchObject({
        status: 422,
        body: { message: expect.stringContaining('из письма') },
      })
    }
  })

  test('an invalid new password has an error at its field and does not use the link up', async () => {
    await signedIn(world, email)
    const { id, code } = await resetLink()
    const path = `/api/v1/users/change-password/${id}?code=${code}`
    const browser = world.browser()
    for (const [typed, words] of [
      ['кот', 'не меньше 8'],
      [email, 'не должен совпадать с адресом'],
      ['Пароль2026', 'слишком распространён'],
    ] as const)
      expect((await browser.post(path, twice(typed))).body).toMatchObject({
        errors: { password: [expect.stringContaining(words)] },
      })
    expect((await setPasswordByLink(browser, { id, code })).status).toBe(204)
  })

  test('the link also verifies the address', async () => {
    await register(world.browser(), email)
    await world.letters()
    expect((await setPasswordByLink(world.browser(), await resetLink())).status).toBe(204)
    expect((await login(world.browser(), email, newPassword)).status).toBe(200)
  })

  test('a new password resets the login limits', async () => {
    await signedIn(world, email)
    for (let guess = 0; guess < 30; guess++) {
      await login(world.browser({ address: `198.51.100.${guess % 3}` }), email, 'не тот пароль')
    }
    expect((await login(world.browser(), email)).status).toBe(429)
    await setPasswordByLink(world.browser(), await resetLink())
    expect((await login(world.browser(), email, newPassword)).status).toBe(200)
  })

  test('a new password resets the limits of known devices', async () => {
    const deviceId = 'home-laptop'
    await signedIn(world, email, { deviceId })
    for (let guess = 0; guess < 10; guess++) await login(world.browser({ deviceId }), email, 'не тот пароль')
    expect((await login(world.browser({ deviceId }), email)).status).toBe(429)
    await setPasswordByLink(world.browser(), await resetLink())
    expect((await login(world.browser({ deviceId }), email, newPassword)).status).toBe(200)
  })

  test('the code is stored only as a hash', async () => {
    await signedIn(world, email)
    const { id, code } = await resetLink()
    const kept = await world.database.db
      .selectFrom('mailed_tokens')
      .selectAll()
      .where('id', '=', id)
      .execute()
    expect(kept).toHaveLength(1)
    expect(JSON.stringify(kept)).not.toContain(code)
  })
})

describeOnEachDatabase('a password changed in the profile', (kind) => {
  const world = openForTests(() => openApiWorld(kind))
  beforeEach(() => world.empty())

  test('ends all other sessions, keeps this browser signed in with a new cookie, and sends a letter', async () => {
    const browser = await signedIn(world, email)
    const other = world.browser()
    await login(other, email)
    await world.letters()
    const oldCookie = browser.session()
    expect((await changePassword(browser)).status).toBe(204)
    expect(await isSignedIn(browser)).toBe(true)
    expect(await isSignedIn(other)).toBe(false)
    other.setSession(oldCookie)
    expect(await isSignedIn(other)).toBe(false)
    expect((await login(world.browser(), email, password)).status).toBe(422)
    expect((await login(world.browser(), email, newPassword)).status).toBe(200)
    expect(await lettersTo(world)).toEqual([[email, 'password-changed']])
  })

  /** Changes the password by a request whose body arrives after `meanwhile`; its caller is identified before. */
  const changeAfter = (
    browser: Browser,
    meanwhile: () => Promise<void>,
    old = password,
    typed = newPassword,
  ) => {
    const fields = { password_old: old, ...twice(typed) }
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          await meanwhile()
          controller.enqueue(new TextEncoder().encode(JSON.stringify(fields)))
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const init: RequestInit & { duplex: 'half' } = {
      body,
      headers: { 'content-type': 'application/json' },
      duplex: 'half',
    }
    return browser.send('POST', '/api/v1/users/change-profile-password/', init)
  }

  test('leaves a customer who has pressed twice signed in', async () => {
    const first = await signedIn(world, email)
    const second = world.browser()
    second.setSession(first.session())
    let identified = 0
    const bothIdentified = async () => {
      identified += 1
      await vi.waitUntil(() => identified === 2)
    }
    const answers = await Promise.all([
      changeAfter(first, bothIdentified),
      changeAfter(second, bothIdentified),
    ])
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    for (const browser of [first, second]) expect(await isSignedIn(browser)).toBe(true)
    expect((await world.letters()).filter(({ kind }) => kind === 'password-changed')).toHaveLength(1)
  })

  test('leaves a customer signed in whose second press is read after the first was answered', async () => {
    const first = await signedIn(world, email)
    const second = world.browser()
    second.setSession(first.session())
    const changeOnce = async () => {
      expect((await changePassword(first)).status).toBe(204)
    }
    expect((await changeAfter(second, changeOnce)).status).toBe(204)
    for (const browser of [first, second]) expect(await isSignedIn(browser)).toBe(true)
  })

  test('begins no session by the password alone where a login needs a code besides', async () => {
    const owner = await signedIn(world, email)
    await turnOn(world, owner)
    const stranger = world.browser()
    stranger.setSession(owner.session())
    const signOut = async () => {
      expect((await logout(owner)).status).toBe(204)
    }
    expect((await changeAfter(stranger, signOut, 'не тот пароль', password)).status).toBe(401)
    expect(await isSignedIn(stranger)).toBe(false)
  })

  test('requires the current one, with limited tries', async () => {
    const browser = await signedIn(world, email)
    for (let guess = 0; guess < 10; guess++) {
      expect(await changePassword(browser, 'не тот пароль')).toMatchObject({
        status: 422,
        body: { errors: { password_old: ['Текущий пароль введён неверно.'] } },
      })
    }
    expect((await changePassword(browser)).status).toBe(429)
    expect((await login(world.browser(), email, password)).status).toBe(200)
  })

  test('must differ from the address, from the current one and from common ones', async () => {
    const browser = await signedIn(world, email)
    for (const [typed, words] of [
      [email, 'не должен совпадать с адресом'],
      [password, 'такой же'],
      ['Пароль2026', 'слишком распространён'],
    ] as const)
      expect((await changePassword(browser, password, typed)).body).toMatchObject({
        errors: { password: [expect.stringContaining(words)] },
      })
  })
})
