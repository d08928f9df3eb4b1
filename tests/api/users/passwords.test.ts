import { MINUTE } from 'format/durations'
import { beforeEach, expect, test, vi } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import {
  type Browser,
  currentUser,
  linkIn,
  login,
  openApiWorld,
  password,
  register,
  seenFromOutside,
  signedIn,
} from '../support/api-world'
import { keepHashingBusy } from '../support/busy-hashing'
import { turnOn } from '../support/second-step-calls'
import { replicaStarter } from '../support/start-replica'

// The queue of hashes has to stay full.
vi.unmock('@node-rs/argon2')

const email = 'petr@mail.example'
const newPassword = 'девять лодок у причала'
const startReplica = replicaStarter()
const twice = (typed: string) => ({ password: typed, password_confirmation: typed })

const forget = (browser: Browser, address: string) =>
  browser.post('/api/v1/users/forgot-password/', { email: address })

const setByLink = (browser: Browser, { id, code }: { id: string; code: string }, typed = newPassword) =>
  browser.post(`/api/v1/users/change-password/${id}?code=${code}`, twice(typed))

describeOnEachDatabase('a forgotten password', (kind) => {
  const world = openForTests(() => openApiWorld(kind))
  beforeEach(() => world.empty())

  const resetLink = async () => {
    await forget(world.browser(), email)
    return linkIn((await world.letters()).find(({ kind }) => kind === 'password-reset'))
  }

  test('is replaced by the link from a letter, which ends all sessions and sends a letter', async () => {
    const old = await signedIn(world, email)
    const link = await resetLink()
    expect(link.url.href).toBe(`https://portal.example/change-password/${link.id}?code=${link.code}`)
    const browser = world.browser()
    const answer = await setByLink(browser, link)
    expect(answer).toMatchObject({ status: 204, text: '' })
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect((await currentUser(old)).body).toEqual({ data: null })
    expect((await login(browser, email, password)).status).toBe(422)
    expect((await login(browser, email, newPassword)).status).toBe(200)
    expect((await world.letters()).map(({ to, kind }) => [to, kind])).toEqual([[email, 'password-changed']])
  })

  test('leaves no session to logins with the old one that came at the same time', async () => {
    await signedIn(world, email)
    const link = await resetLink()
    const browsers = Array.from({ length: 12 }, () => world.browser())
    const logins = browsers.map((browser) => login(browser, email))
    const [answer] = await Promise.all([setByLink(world.browser(), link), ...logins])
    expect(answer.status).toBe(204)
    for (const browser of browsers) expect((await currentUser(browser)).body).toEqual({ data: null })
  })

  test('gets the same answer for every address', async () => {
    await signedIn(world, email)
    await world.letters()
    const known = await forget(world.browser(), email)
    expect(known).toMatchObject({ status: 204, text: '' })
    expect(seenFromOutside(await forget(world.browser(), 'nobody@mail.example'))).toEqual(
      seenFromOutside(known),
    )
    expect((await world.letters()).map(({ to }) => to)).toEqual([email])
    expect((await forget(world.browser(), '')).body).toMatchObject({
      errors: { email: ['Введите адрес электронной почты'] },
    })
  })

  test('is limited to five letters an hour, known address or not', async () => {
    for (const address of [email, 'nobody@mail.example']) {
      const statuses = []
      for (let time = 0; time < 6; time++) statuses.push((await forget(world.browser(), address)).status)
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
        const use = () => setByLink(browser, link, `${newPassword} ${index}`)
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
    expect((await world.letters()).map(({ kind }) => kind)).toEqual(['password-changed'])
  })

  test('a link is valid for twenty minutes', async () => {
    await signedIn(world, email)
    const link = await resetLink()
    world.pass(20 * MINUTE)
    expect(await setByLink(world.browser(), link)).toMatchObject({
      status: 410,
      body: { message: expect.stringContaining('Запросите новую') },
    })
    expect((await login(world.browser(), email)).status).toBe(200)
  })

  test('a used link explains how to get a new one, and an unknown one is rejected', async () => {
    await signedIn(world, email)
    const link = await resetLink()
    const other = await resetLink()
    expect((await setByLink(world.browser(), link)).status).toBe(204)
    for (const used of [link, other]) {
      expect(await setByLink(world.browser(), used)).toMatchObject({ status: 410 })
    }
    for (const wrong of [
      { id: link.id, code: '' },
      { id: link.id, code: 'x' },
      { id: 'x', code: link.code },
    ]) {
      expect(await setByLink(world.browser(), wrong)).toMatchObject({
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
    expect((await setByLink(browser, { id, code })).status).toBe(204)
  })

  test('the link also verifies the address', async () => {
    await register(world.browser(), email)
    await world.letters()
    expect((await setByLink(world.browser(), await resetLink())).status).toBe(204)
    expect((await login(world.browser(), email, newPassword)).status).toBe(200)
  })

  test('a new password resets the login limits', async () => {
    await signedIn(world, email)
    for (let guess = 0; guess < 30; guess++) {
      await login(world.browser({ address: `198.51.100.${guess % 3}` }), email, 'не тот пароль')
    }
    expect((await login(world.browser(), email)).status).toBe(429)
    await setByLink(world.browser(), await resetLink())
    expect((await login(world.browser(), email, newPassword)).status).toBe(200)
  })

  test('a new password resets the limits of known devices', async () => {
    const deviceId = 'home-laptop'
    await signedIn(world, email, { deviceId })
    for (let guess = 0; guess < 10; guess++) await login(world.browser({ deviceId }), email, 'не тот пароль')
    expect((await login(world.browser({ deviceId }), email)).status).toBe(429)
    await setByLink(world.browser(), await resetLink())
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

  const path = '/api/v1/users/change-profile-password/'
  const fields = (old: string, typed = newPassword) => ({ password_old: old, ...twice(typed) })
  const change = (browser: Browser, ...typed: Parameters<typeof fields>) =>
    browser.post(path, fields(...typed))

  test('ends all other sessions, keeps this browser signed in with a new cookie, and sends a letter', async () => {
    const browser = await signedIn(world, email)
    const other = world.browser()
    await login(other, email)
    await world.letters()
    const oldCookie = browser.session()
    expect((await change(browser, password)).status).toBe(204)
    expect((await currentUser(browser)).body).toMatchObject({ data: { email } })
    expect((await currentUser(other)).body).toEqual({ data: null })
    other.setSession(oldCookie)
    expect((await currentUser(other)).body).toEqual({ data: null })
    expect((await login(world.browser(), email, password)).status).toBe(422)
    expect((await login(world.browser(), email, newPassword)).status).toBe(200)
    expect((await world.letters()).map(({ to, kind }) => [to, kind])).toEqual([[email, 'password-changed']])
  })

  test('never replaces one that was set by a mailed link at the same moment', async () => {
    const race = async (round: number) => {
      const address = `petr-${round}@mail.example`
      const stranger = await signedIn(world, address)
      await forget(world.browser(), address)
      const link = linkIn((await world.letters()).find(({ kind }) => kind === 'password-reset'))
      const [theirs, owners] = await Promise.all([
        change(stranger, password, 'семь чужих ключей'),
        setByLink(world.browser(), link),
      ])
      // Each of them ends what the other one needs.
      expect([theirs.status, owners.status]).toEqual(owners.status === 204 ? [422, 204] : [204, 410])
      if (owners.status !== 204) return 'stranger'
      expect((await currentUser(stranger)).body).toEqual({ data: null })
      expect((await login(world.browser(), address, newPassword)).status).toBe(200)
      return 'owner'
    }
    const firsts: string[] = []
    while (firsts.length < 20 && !firsts.includes('owner')) firsts.push(await race(firsts.length))
    expect(firsts).toContain('owner')
  })

  test('leaves a customer who has pressed twice signed in', async () => {
    const first = await signedIn(world, email)
    const second = world.browser()
    second.setSession(first.session())
    const answers = await Promise.all([change(first, password), change(second, password)])
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    for (const browser of [first, second])
      expect((await currentUser(browser)).body).toMatchObject({ data: { email } })
    expect((await world.letters()).filter(({ kind }) => kind === 'password-changed')).toHaveLength(1)
  })

  /** Changes the password by a request whose body arrives after `meanwhile`; its caller is identified before. */
  const changeAfter = (
    browser: Browser,
    meanwhile: () => Promise<void>,
    ...typed: Parameters<typeof fields>
  ) => {
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          await meanwhile()
          controller.enqueue(new TextEncoder().encode(JSON.stringify(fields(...typed))))
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
    return browser.send('POST', path, init)
  }

  test('leaves a customer signed in whose second press is read after the first was answered', async () => {
    const first = await signedIn(world, email)
    const second = world.browser()
    second.setSession(first.session())
    const changeOnce = async () => {
      expect((await change(first, password)).status).toBe(204)
    }
    expect((await changeAfter(second, changeOnce, password)).status).toBe(204)
    for (const browser of [first, second])
      expect((await currentUser(browser)).body).toMatchObject({ data: { email } })
  })

  test('begins no session by the password alone where a login needs a code besides', async () => {
    const owner = await signedIn(world, email)
    await turnOn(world, owner)
    const stranger = world.browser()
    stranger.setSession(owner.session())
    const signOut = async () => {
      expect((await owner.post('/api/v1/users/logout/')).status).toBe(204)
    }
    expect((await changeAfter(stranger, signOut, 'не тот пароль', password)).status).toBe(401)
    expect((await currentUser(stranger)).body).toEqual({ data: null })
  })

  test('counts no try while the service is too busy to check it', async () => {
    const browser = await signedIn(world, email)
    const stopKeepingBusy = keepHashingBusy()
    for (let press = 0; press < 11; press++) expect((await change(browser, password)).status).toBe(503)
    await stopKeepingBusy()
    expect((await change(browser, password)).status).toBe(204)
  })

  test('is refused to a session that ends meanwhile', async () => {
    const owner = await signedIn(world, email)
    const stranger = world.browser()
    await login(stranger, email)
    const [theirs, ended] = await Promise.all([
      change(stranger, password),
      owner.post('/api/v1/users/end-other-sessions/', {}),
    ])
    expect(ended.status).toBe(204)
    expect(theirs.status).toBe(401)
    expect((await login(world.browser(), email, password)).status).toBe(200)
  })

  test('requires the current one, with limited tries', async () => {
    const browser = await signedIn(world, email)
    for (let guess = 0; guess < 10; guess++) {
      expect(await change(browser, 'не тот пароль')).toMatchObject({
        status: 422,
        body: { errors: { password_old: ['Текущий пароль введён неверно.'] } },
      })
    }
    expect((await change(browser, password)).status).toBe(429)
    expect((await login(world.browser(), email, password)).status).toBe(200)
  })

  test('must differ from the address, from the current one and from common ones', async () => {
    const browser = await signedIn(world, email)
    expect((await change(browser, password, email)).body).toMatchObject({
      errors: { password: [expect.stringContaining('не должен совпадать с адресом')] },
    })
    expect((await change(browser, password, password)).body).toMatchObject({
      errors: { password: [expect.stringContaining('такой же')] },
    })
    expect((await change(browser, password, 'Пароль2026')).body).toMatchObject({
      errors: { password: [expect.stringContaining('слишком распространён')] },
    })
  })

  test('voids reset links that were mailed before', async () => {
    const browser = await signedIn(world, email)
    await forget(browser, email)
    const link = linkIn((await world.letters()).find(({ kind }) => kind === 'password-reset'))
    await change(browser, password)
    expect((await setByLink(browser, link)).status).toBe(410)
  })
})
