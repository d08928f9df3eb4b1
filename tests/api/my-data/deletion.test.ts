import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { currentUser, linkIn, login, openApiWorld, register, signedIn } from '../support/api-world'
import { askForDeletion, consentsOf, day, eraseDue, undoDeletion, undoLink } from '../support/my-data-world'
import { type Replica, replicaStarter } from '../support/start-replica'
import {
  askForNewEmail,
  changePassword,
  confirmNewEmail,
  lettersTo,
  undoNewEmail,
} from '../support/user-calls'

const email = 'petr@mail.example'
const startReplica = replicaStarter()

describeOnEachDatabase('the deletion of a customer', (kind) => {
  const world = openForTests(() => openApiWorld(kind))
  let replica: Replica
  beforeAll(async () => {
    replica = await startReplica(world)
  })
  afterAll(() => replica.stop())
  beforeEach(() => world.empty())

  test('ends all sessions at once and sends a letter with the way back', async () => {
    const browser = await signedIn(world, email)
    const other = world.browser()
    await login(other, email)
    const session = browser.session()
    await world.letters()
    const answer = await askForDeletion(browser)
    expect(answer).toMatchObject({ status: 204, text: '' })
    expect(answer.headers.get('set-cookie')).toMatch(/^session=; Max-Age=0/)
    browser.setSession(session)
    for (const one of [browser, other]) {
      expect((await currentUser(one)).body).toEqual({ data: null })
      expect((await consentsOf(one)).status).toBe(401)
    }
    const letters = await world.letters()
    expect(letters).toMatchObject([{ kind: 'deletion', to: email }])
    const { url, id, code } = undoLink(letters)
    expect(url.href).toBe(`https://portal.example/deletion-undo/${id}?code=${code}`)
    expect(letters[0]?.text).toMatch(/До 1\sапреля 2026\sг\., 12:00 удаление можно отменить/)
    expect(letters[0]?.text).toContain('Автоплатежи и карты нужно будет подключить заново')
    expect(letters[0]?.text).toContain(`номер удаления: ${id.split('.')[0]}`)
  })

  test('needs the password: a wrong one is told at its field and limited like other questions for it', async () => {
    const browser = await signedIn(world, email)
    expect((await askForDeletion(browser, '')).body).toMatchObject({
      errors: { password: ['Введите пароль от кабинета'] },
    })
    expect(await askForDeletion(browser, 'не тот')).toMatchObject({
      status: 422,
      body: { errors: { password: [expect.stringContaining('введён неверно')] } },
    })
    expect((await askForDeletion(world.browser())).status).toBe(401)
    for (let time = 0; time < 9; time++) await askForDeletion(browser, 'не тот')
    const limited = await askForDeletion(browser)
    expect(limited.status).toBe(429)
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await changePassword(browser)).status).toBe(429)
    expect((await currentUser(browser)).body).toMatchObject({ data: { email } })
    expect((await lettersTo(world)).flat()).not.toContain('deletion')
  })

  test('refuses the login with an explanation, for the right password alone, and sends the letter again', async () => {
    await askForDeletion(await signedIn(world, email))
    const first = undoLink(await world.letters())
    expect(await login(world.browser(), email, 'не тот пароль')).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('Неверный адрес или пароль') },
    })
    expect(await lettersTo(world)).toEqual([])
    const refused = await login(world.browser(), email)
    expect(refused).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('Вернуть его можно до 1\u00a0апреля 2026\u00a0г.') },
    })
    expect(refused.headers.get('set-cookie')).toBeNull()
    const second = undoLink(await world.letters())
    expect(second.id.split('.')[0]).toBe(first.id.split('.')[0])
    // Either letter will do, once.
    expect((await undoDeletion(world.browser(), first)).status).toBe(204)
    expect((await undoDeletion(world.browser(), second)).status).toBe(410)

    await askForDeletion(await signedIn2())
    await world.letters()
    for (let time = 0; time < 8; time++) expect((await login(world.browser(), email)).status).toBe(422)
    expect((await lettersTo(world)).length).toBeLessThanOrEqual(5)

    async function signedIn2() {
      const browser = world.browser()
      expect((await login(browser, email)).status).toBe(200)
      return browser
    }
  })

  test('undone by its link, lets the customer log in again with the same password', async () => {
    await askForDeletion(await signedIn(world, email))
    const link = undoLink(await world.letters())
    world.pass(30 * day - 1000)
    const browser = world.browser()
    const answer = await undoDeletion(browser, link)
    expect(answer).toMatchObject({ status: 204, text: '' })
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect((await login(browser, email)).status).toBe(200)
    expect((await consentsOf(browser)).body).toMatchObject({
      data: [{ kind: 'personal_data', withdrawnAt: null }],
    })
    world.pass(2 * day)
    await eraseDue(world)
    expect((await currentUser(browser)).body).toMatchObject({ data: { email } })
  })

  test('is not undone by a link that was used, that is too old, or that is another one', async () => {
    await askForDeletion(await signedIn(world, email))
    const link = undoLink(await world.letters())
    for (const wrong of [
      { ...link, code: '' },
      { ...link, code: 'x' },
      { id: 'x', code: link.code },
      { id: `${link.id}x`, code: link.code },
    ])
      expect((await undoDeletion(world.browser(), wrong)).status).toBe(422)
    world.pass(30 * day)
    expect(await undoDeletion(world.browser(), link)).toMatchObject({
      status: 410,
      body: { message: expect.stringContaining('Ссылка устарела') },
    })
    await eraseDue(world)
    expect(await undoDeletion(world.browser(), link)).toMatchObject({
      status: 410,
      body: { message: expect.stringContaining('уже стёрт') },
    })
    expect((await login(world.browser(), email)).status).toBe(422)
  })

  test('asked for ten times at once, in two processes, is one deletion with one letter', async () => {
    const browser = await signedIn(world, email)
    const session = browser.session()
    await world.letters()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => {
        const one = index % 2 === 0 ? world.browser() : world.browserOf(replica)
        one.setSession(session)
        return askForDeletion(one)
      }),
    )
    expect(answers.filter(({ status }) => status === 204).length).toBeGreaterThan(0)
    expect(answers.filter(({ status }) => ![204, 401, 429].includes(status))).toEqual([])
    expect(await lettersTo(world)).toEqual([[email, 'deletion']])
  })

  test('of twenty concurrent uses of the link, in two processes, one succeeds', async () => {
    await askForDeletion(await signedIn(world, email))
    const link = undoLink(await world.letters())
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        undoDeletion(index % 2 === 0 ? world.browser() : world.browserOf(replica), link),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(19).fill(410)])
  })

  test('undone and carried out at once, is either undone or carried out', async () => {
    for (let round = 0; round < 6; round++) {
      const address = `round${round}@mail.example`
      await askForDeletion(await signedIn(world, address))
      const link = undoLink(await world.letters())
      // In one process the moment of the undo is just before, in the other just after the end.
      world.pass(30 * day - 1)
      const late = await world.replica()
      const undo = undoDeletion(world.browser(), link)
      const lateWorld = { ...world, now: () => new Date(world.now().getTime() + 1) }
      const [undone] = await Promise.all([undo, eraseDue(lateWorld, { on: late })])
      const isBack = (await login(world.browser(), address)).status === 200
      expect(undone.status).toBe(isBack ? 204 : 410)
      const { db } = world.database
      const users = await db.selectFrom('users').select('id').where('email', '=', address).execute()
      expect(users).toHaveLength(isBack ? 1 : 0)
      const logged = await db
        .selectFrom('destruction_log')
        .select('id')
        .where('id', '=', link.id.split('.')[0] ?? '')
        .execute()
      expect(logged).toHaveLength(isBack ? 0 : 1)
    }
  })

  test('lets nobody in by a login that was under way, and no session survives its undo', async () => {
    const browser = await signedIn(world, email)
    const [answer, ...logins] = await Promise.all([
      askForDeletion(browser),
      ...Array.from({ length: 4 }, async () => {
        const one = world.browser()
        await login(one, email)
        return one
      }),
    ])
    expect(answer.status).toBe(204)
    for (const one of logins) expect((await currentUser(one)).body).toEqual({ data: null })
    const link = undoLink(await world.letters())
    expect((await undoDeletion(world.browser(), link)).status).toBe(204)
    for (const one of logins) expect((await consentsOf(one)).status).toBe(401)
  })

  test('after a change of e-mail was undone, sends its letter to the old address at the next login', async () => {
    const browser = await signedIn(world, email)
    await askForNewEmail(browser, 'new@mail.example')
    const changeLetters = await world.letters()
    const undo = linkIn(changeLetters.find(({ kind }) => kind === 'email-change-notice'))
    await confirmNewEmail(browser, linkIn(changeLetters.find(({ kind }) => kind === 'email-change')))
    await askForDeletion(browser)
    await world.letters()
    await undoNewEmail(world.browser(), undo)
    expect((await login(world.browser(), email)).status).toBe(422)
    const letters = await world.letters()
    expect(letters).toMatchObject([{ kind: 'deletion', to: email }])
    expect((await undoDeletion(world.browser(), undoLink(letters))).status).toBe(204)
    expect((await login(world.browser(), email)).status).toBe(200)
  })

  test('keeps the e-mail for its owner until the erasure, and frees it then', async () => {
    await askForDeletion(await signedIn(world, email))
    await world.letters()
    await register(world.browser(), email)
    expect(await lettersTo(world)).toEqual([[email, 'registration-attempt']])
    world.pass(30 * day)
    await eraseDue(world)
    const again = await signedIn(world, email)
    expect((await currentUser(again)).body).toMatchObject({ data: { email } })
  })
})
