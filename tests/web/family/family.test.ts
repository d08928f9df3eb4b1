import { describe, expect, test } from 'vitest'
import {
  activeGrant,
  dachaAccount,
  homeAccount,
  invitationCode,
  waitingGrant,
} from '../support/default-answers'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { portalOfThisFile } from '../support/portal'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)

const address = `/personal/access?account=${homeAccount.account}`
const closing = `/personal/access-close?account=${homeAccount.account}`
const invite = '/access-invite/9f3c2a7e51b04d6c8a1e?code=1b2c3d4e5f60718293a4'
const password = 'сорок две птицы'
const shared = { owner: false, readings: true, pay: false, grant: 'grant-2', from: 'А…а С.' }

const seesAccounts = (...data: object[]) => upstream.on('accounts', { body: { data } })
const open = async (path = address) => (await portal.customer()).get(path)

describe('the page of the access to an account', () => {
  test('says who owns it, what others may do, and until when', async () => {
    const { main } = await open()
    expect(main).toContain('А…а С.')
    expect(main).toContain('Владелец, это вы')
    expect(main).toContain('мама')
    expect(main).toMatch(/Можно видеть квитанции, платежи и показания, передавать показания/)
    expect(main).toMatch(/По 31 мая 2027 г\. включительно/)
  })

  test('has a word for each status, and buttons for the open ones only', async () => {
    const words = {
      invited: 'Ждёт ответа',
      waiting: 'Ждёт вашего подтверждения',
      active: 'Доступ открыт',
      declined: 'Приглашение отклонили',
      revoked: 'Доступ закрыт',
      left: 'Отказ от доступа',
      expired: 'Срок истёк',
    }
    for (const [status, word] of Object.entries(words)) {
      const grants = [{ ...activeGrant, status }]
      upstream.on('access', { body: { data: { owners: [], grants } } })
      const page = await open()
      expect(page.main).toContain(word)
      const isOpen = ['invited', 'waiting', 'active'].includes(status)
      expect(page.links.includes(`${closing}&grant=grant-2`), status).toBe(isOpen)
      expect(page.buttons.includes('Подтвердить: мама'), status).toBe(status === 'waiting')
    }
  })

  test('is reached from the card of an account that the customer owns; the holder’s leads to leaving', async () => {
    seesAccounts(homeAccount, { ...dachaAccount, access: shared })
    const { links } = await open('/personal')
    expect(links.filter((link) => link.startsWith('/personal/access'))).toEqual([
      address,
      `/personal/access-close?account=${dachaAccount.account}&grant=grant-2`,
    ])
  })

  test('without an account shows the default one if it is owned, else the first owned', async () => {
    seesAccounts(dachaAccount, homeAccount)
    expect((await open('/personal/access')).main).toContain(homeAccount.account)
    expect(upstream.named('access').at(-1)?.id).toBe(homeAccount.account)

    seesAccounts({ ...homeAccount, access: shared }, dachaAccount)
    const page = await open('/personal/access')
    expect(page.main).toContain(dachaAccount.account)
    expect(page.main).not.toContain(homeAccount.account)
  })

  test('without owned accounts offers to add one', async () => {
    seesAccounts({ ...homeAccount, access: shared })
    upstream.on('access', { status: 404, body: { message: 'Нет' } })
    const page = await open('/personal/access')
    expect(page.status).toBe(200)
    expect(page.links).toContain('/personal/add-account')
    expect(page.buttons).not.toContain('Пригласить')
  })

  test.each([
    ['is only shared', () => seesAccounts({ ...homeAccount, access: shared }, dachaAccount)],
    ['is not theirs', () => seesAccounts(dachaAccount)],
  ])('is not found for an account that %s', async (_, given) => {
    given()
    upstream.on('access', { status: 404, body: { message: 'Нет' } })
    expect(await open()).toBeErrorScreen(404)
  })
})

describe('an invitation', () => {
  const typed = { email: 'nina@example.test', label: 'мама', readings: true, until: '2099-05-31', password }

  test('is sent as typed, and its link is shown once, in the answer to its form', async () => {
    const visitor = await portal.customer()
    const page = await visitor.press(await visitor.get(address), 'Пригласить', typed)
    expect(page.status).toBe(200)
    expect(page.headers['cache-control']).toBe('private, no-store')
    expect(page.title).toBe('Приглашение готово — My New Project')
    const link = new RegExp(`https?://\\S+/access-invite/9f3c2a7e51b04d6c8a1e\\?code=${invitationCode}`)
    expect(page.main).toMatch(link)
    expect(upstream.named('inviteToAccount')).toMatchObject([
      {
        id: homeAccount.account,
        body: {
          email: 'nina@example.test',
          label: 'мама',
          readings: true,
          pay: false,
          until: '2099-05-31',
          password,
        },
      },
    ])
    expect(page.setCookies.join()).not.toContain(invitationCode)
    expect((await visitor.get(address)).html).not.toContain(invitationCode)
    expect(JSON.stringify(portal.log)).not.toContain(invitationCode)
  })

  test('with nothing but the password lets somebody see the account, by the link alone', async () => {
    const visitor = await portal.customer()
    await visitor.press(await visitor.get(address), 'Пригласить', { password })
    const [call] = upstream.named('inviteToAccount')
    expect(call?.body).toEqual({ label: null, readings: false, pay: false, password })
  })

  test.each([500, 401])('is shown when every other call is answered with %i', async (status) => {
    const visitor = await portal.customer()
    const page = await visitor.get(address)
    upstream.on('inviteToAccount', () => {
      for (const call of ['accounts', 'access', 'defaultAccount'] as const)
        upstream.on(call, { status, body: { message: 'Нет' } })
      return { status: 201, body: { data: { ...activeGrant, status: 'invited' }, code: invitationCode } }
    })
    expect((await visitor.press(page, 'Пригласить', typed)).main).toContain(invitationCode)
  })

  const refusals = [
    [422, { errors: { password: ['Неверный пароль'] } }, 'password', 'Неверный пароль'],
    [422, { errors: { email: ['Это ваш адрес'] } }, 'email', 'Это ваш адрес'],
    [422, { errors: { until: ['День прошёл'] } }, 'until', 'День прошёл'],
    [409, { code: 'already_granted', message: 'Доступ уже есть' }, 'email', 'Доступ уже есть'],
  ] as const
  test.each(refusals)('that is refused with %i %j says so at %s', async (status, body, field, words) => {
    upstream.on('inviteToAccount', { status, body: { message: words, ...body } })
    const visitor = await portal.customer()
    const page = await visitor.press(await visitor.get(address), 'Пригласить', typed)
    expect(page.status).toBe(400)
    expect(page.field(field).errors).toEqual([words])
    expect(page.errorSummary).toEqual([words])
    expect(page.field('email').value).toBe('nina@example.test')
    expect(page.field('label').value).toBe('мама')
    expect(page.field('until').value).toBe('2099-05-31')
    expect([page.field('readings').checked, page.field('pay').checked]).toEqual([true, false])
    expect(page.field('password').value).toBe('')
  })

  test('that is one too many says so above the form', async () => {
    const visitor = await portal.customer()
    const page = await visitor.get(address)
    upstream.on('inviteToAccount', { status: 422, body: { message: 'Не больше десяти' } })
    expect((await visitor.press(page, 'Пригласить', typed)).errorSummary).toEqual(['Не больше десяти'])
  })

  test.each([
    ['email', { ...typed, email: 'нина' }],
    ['label', { ...typed, label: 'м'.repeat(41) }],
    ['until', { ...typed, until: 'завтра' }],
    ['password', { ...typed, password: '' }],
  ])('with a wrong %s is not sent', async (field, values) => {
    const visitor = await portal.customer()
    const page = await visitor.press(await visitor.get(address), 'Пригласить', values)
    expect(page.status).toBe(400)
    expect(page.summaryLeadsTo).toEqual([field])
    expect(upstream.named('inviteToAccount')).toEqual([])
  })

  test('without an account in the address is to the one that the page shows', async () => {
    seesAccounts({ ...homeAccount, access: shared }, dachaAccount)
    await (await portal.customer()).post('/personal/access', { intent: 'invite', password })
    expect(upstream.named('inviteToAccount').at(-1)?.id).toBe(dachaAccount.account)
  })
})

test('a confirmation that comes too late says so, and scripts get the page as it is now', async () => {
  const visitor = await portal.customer()
  await visitor.get(address)
  upstream.on('confirmGrant', () => {
    upstream.on('access', { body: { data: { owners: [], grants: [{ ...waitingGrant, status: 'active' }] } } })
    return { status: 409, body: { message: 'Уже подтвердили' } }
  })
  const answer = await visitor.postData(address, { intent: 'confirm-grant', grant: 'grant-1' })
  expect(answer.html).toContain('Уже подтвердили')
  expect(answer.html).toContain('Доступ открыт')
})

describe('the page that ends an access', () => {
  const ending = `${closing}&grant=grant-2`

  test('says to an owner whose it is, and changes nothing before its button is pressed', async () => {
    const visitor = await portal.customer()
    const page = await visitor.get(ending)
    expect(page.main).toContain('мама')
    expect(upstream.named('endGrant')).toEqual([])
    const answer = await visitor.press(page, 'Закрыть доступ')
    expect(upstream.named('endGrant').map(({ id }) => id)).toEqual(['grant-2'])
    expect(answer).toHaveRedirect(address, 303)
  })

  test('says of an invitation that its link ends', async () => {
    upstream.on('access', { body: { data: { owners: [], grants: [{ ...activeGrant, status: 'invited' }] } } })
    expect((await open(ending)).main).toContain('Приглашение сразу перестанет действовать')
  })

  test('lets the holder leave, and says to one who may pay that their autopayment ends', async () => {
    seesAccounts({ ...homeAccount, access: { ...shared, pay: true } }, dachaAccount)
    const visitor = await portal.customer()
    const page = await visitor.get(ending)
    expect(page.h1).toBe('Отказаться от доступа')
    expect(page.main).toContain('Если у вас есть автоплатёж по этому лицевому счёту, он прекратится.')
    upstream.on('endGrant', () => {
      seesAccounts(dachaAccount)
      return { status: 204 }
    })
    expect(await visitor.press(page, 'Отказаться от доступа')).toHaveRedirect('/personal', 303)
    expect(upstream.named('access')).toEqual([])
  })

  test.each([
    ['another grant of an owner', `${closing}&grant=grant-9`, {}],
    ['an ended grant', ending, { grants: [{ ...activeGrant, status: 'revoked' }] }],
    ['no grant', closing, {}],
    ['another account', '/personal/access-close?account=1&grant=grant-2', {}],
  ])('is not found for %s', async (_, path, changed) => {
    upstream.on('access', { body: { data: { owners: [], grants: [activeGrant], ...changed } } })
    expect(await open(path)).toBeErrorScreen(404)
  })

  test('is not found for the grant of another holder', async () => {
    seesAccounts({ ...homeAccount, access: { ...shared, grant: 'grant-7' } })
    expect(await open(ending)).toBeErrorScreen(404)
    seesAccounts({ ...homeAccount, access: { ...shared, grant: null } })
    expect(await open(`${closing}&grant=`)).toBeErrorScreen(404)
  })
})

describe('the page behind an invitation', () => {
  test('shows a guest what it is to, with a login that leads back, and no button', async () => {
    const page = await portal.visitor().get(invite)
    expect(page.status).toBe(200)
    expect(page.main).toContain('•••• 0030')
    expect(page.main).toMatch(/видеть квитанции, платежи и показания, передавать показания/)
    expect(page.link('Войти')).toBeDefined()
    expect(page.all('main a').map((link) => link.getAttribute('href'))).toEqual([
      `/login?${new URLSearchParams({ redirectTo: invite })}`,
      `/registration?${new URLSearchParams({ redirectTo: invite })}`,
    ])
    expect(page.buttons).not.toContain('Принять')
    expect(upstream.named('previewInvitation')).toMatchObject([
      { id: '9f3c2a7e51b04d6c8a1e', body: { code: '1b2c3d4e5f60718293a4' } },
    ])
  })

  test('is accepted by a customer, who finds the account in the list', async () => {
    const visitor = await portal.customer()
    const answer = await visitor.press(await visitor.get(invite), 'Принять')
    expect(answer).toHaveRedirect('/personal', 303)
    expect(upstream.named('acceptInvitation')).toMatchObject([
      { id: '9f3c2a7e51b04d6c8a1e', body: { code: '1b2c3d4e5f60718293a4' } },
    ])
    expect(await visitor.follow(answer)).toShowFlash('success', /теперь в вашем кабинете/)
  })

  test('is declined by a customer', async () => {
    const visitor = await portal.customer()
    const answer = await visitor.press(await visitor.get(invite), 'Отказаться')
    expect(answer).toHaveRedirect('/personal', 303)
    expect(upstream.named('declineInvitation')).toHaveLength(1)
    expect(await visitor.follow(answer)).toShowFlash('success', 'Вы отказались от приглашения')
  })

  test('says that it waits for an owner, after it was accepted', async () => {
    upstream.on('acceptInvitation', {
      body: { data: { account: homeAccount.account, status: 'waiting' } },
    })
    const visitor = await portal.customer()
    const page = await visitor.get(invite)
    const answer = await visitor.press(page, 'Принять')
    expect(answer).toHaveRedirect(invite, 303)
    upstream.on('previewInvitation', {
      body: {
        data: {
          account: '•••• 0030',
          rights: { view: true, readings: false, pay: false },
          status: 'waiting',
        },
      },
    })
    const waiting = await visitor.follow(answer)
    expect(waiting.main).toContain('владелец лицевого счёта подтвердит')
    expect(waiting.buttons).not.toContain('Принять')
    expect(waiting.buttons).toContain('Отказаться')
  })

  test.each(['already_granted', 'own_account'])(
    'that is refused with 409 %s leads to the accounts, and says why',
    async (code) => {
      upstream.on('acceptInvitation', { status: 409, body: { code, message: 'Он у вас уже есть' } })
      const visitor = await portal.customer()
      const answer = await visitor.press(await visitor.get(invite), 'Принять')
      expect(answer).toHaveRedirect('/personal', 303)
      expect(await visitor.follow(answer)).toShowFlash('info', 'Он у вас уже есть')
    },
  )

  test.each([
    [410, 410],
    [422, 400],
  ])('that is no use (%i) says why, and has no button', async (status, own) => {
    upstream.on('previewInvitation', { status, body: { message: 'Приглашение больше не действует' } })
    for (const visitor of [portal.visitor(), await portal.customer()]) {
      const page = await visitor.get(invite)
      expect(page.status).toBe(own)
      expect(page.h1).toBe('Вам открывают доступ')
      expect(page.main).toContain('Приглашение больше не действует')
      expect(page.main).toContain('Если ссылка устарела или уже использована, новую пришлёт владелец')
      expect(page.buttons).not.toContain('Принять')
    }
  })

  test('without a code says that a part is missing, and asks nothing', async () => {
    const page = await (await portal.customer()).get('/access-invite/9f3c2a7e51b04d6c8a1e')
    expect(page.status).toBe(400)
    expect(page.main).toContain('В ссылке не хватает части')
    expect(upstream.named('previewInvitation')).toEqual([])
  })

  test('that has ended while it was open says so once', async () => {
    const visitor = await portal.customer()
    const page = await visitor.get(invite)
    const over = { status: 410, body: { message: 'Приглашение больше не действует' } }
    upstream.on('previewInvitation', over)
    upstream.on('acceptInvitation', over)
    const answer = await visitor.press(page, 'Принять')
    expect(answer.status).toBe(400)
    expect(answer.errorSummary).toEqual(['Приглашение больше не действует'])
    expect(answer.main.match(/больше не действует/g)).toHaveLength(1)
    expect(answer.main).toContain('Если ссылка устарела или уже использована, новую пришлёт владелец')
  })

  test('whose preview fails is the error screen', async () => {
    upstream.on('previewInvitation', 'answers 500')
    expect(await (await portal.customer()).get(invite)).toBeErrorScreen(502)
  })

  test('that a guest posts to leads to the login and back', async () => {
    for (const intent of ['accept-invitation', 'decline-invitation'])
      expect(await portal.visitor().post(invite, { intent })).toHaveRedirect(
        `/login?${new URLSearchParams({ redirectTo: invite })}`,
        303,
      )
    expect(upstream.named('acceptInvitation')).toEqual([])
    expect(upstream.named('declineInvitation')).toEqual([])
  })

  test.each(['a%2Fb', 'c%252Fd'])('reaches the API with its id as it is encoded: %s', async (id) => {
    const visitor = await portal.customer()
    const page = await visitor.get(`/access-invite/${id}?code=123`)
    expect((await visitor.press(page, 'Принять')).status).toBe(303)
    for (const call of ['previewInvitation', 'acceptInvitation'] as const)
      expect(upstream.named(call).at(-1)?.path).toMatch(new RegExp(`/${id}$`))
  })

  test('leaves its code in no log', async () => {
    const visitor = await portal.customer()
    await visitor.press(await visitor.get(invite), 'Принять')
    expect(JSON.stringify(portal.log)).not.toContain('1b2c3d4e5f60718293a4')
  })
})
