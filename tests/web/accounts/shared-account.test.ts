import { expect, test } from 'vitest'
import { dachaAccount, defaultAnswers, homeAccount, invoice } from '../support/default-answers'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { portalOfThisFile } from '../support/portal'

const OWN = homeAccount.account
const SHARED = dachaAccount.account
const access = { owner: false, readings: false, pay: false, grant: 'grant-7', from: 'М…а С. П.' }

const upstream = await fakeUpstreamOfThisFile({
  answers: {
    ...defaultAnswers,
    accounts: { data: [homeAccount, { ...dachaAccount, balance: 70_000, access }] },
  },
})
const portal = await portalOfThisFile(upstream)

/** The same shared account with more rights. */
const allow = (more: { readings?: boolean; pay?: boolean; until?: string }) =>
  upstream.on('accounts', {
    body: { data: [homeAccount, { ...dachaAccount, balance: 70_000, access: { ...access, ...more } }] },
  })

const open = async (path: string) => (await portal.customer()).get(path)

test('the card of a shared account says whose it is, and has no control that its rights do not allow', async () => {
  const page = await open('/personal')
  expect(page.main).toContain('Доступ от М…а С. П.')
  const ofShared = page.links.filter((to) => to.includes(`account=${SHARED}`))
  expect(ofShared).toContain(`/personal/invoice?account=${SHARED}`)
  expect(ofShared).toContain(`/personal/history?account=${SHARED}`)
  expect(ofShared).toContain(`/personal/access-close?account=${SHARED}&grant=grant-7`)
  expect(ofShared.filter((to) => /\/(pay|readings|autopayments|delete-account)\b/.test(to))).toEqual([])
  expect(page.links).toContain(`/personal/pay?account=${OWN}`)
  expect(page.links).toContain(`/personal/delete-account?account=${OWN}`)
})

test('with more rights the card has the controls for them, and says until when', async () => {
  allow({ readings: true, until: '2031-03-08' })
  const readings = await open('/personal')
  expect(readings.main).toContain('Доступ от М…а С. П., до 8 марта 2031')
  expect(readings.links).toContain(`/personal/readings?account=${SHARED}`)
  expect(readings.links).not.toContain(`/personal/pay?account=${SHARED}`)
  allow({ pay: true })
  const pay = await open('/personal')
  expect(pay.links).toContain(`/personal/pay?account=${SHARED}`)
  expect(pay.links).toContain(`/personal/autopayments/new?account=${SHARED}`)
  expect(pay.links).not.toContain(`/personal/readings?account=${SHARED}`)
})

test('sums over all accounts and the payment for several have no account that may not be paid', async () => {
  const page = await open('/personal')
  expect(page.main).not.toContain('К оплате по всем лицевым счетам')
  const several = await open('/personal/pay-several?accounts=all')
  expect(upstream.named('basketPreview').at(-1)?.body).toEqual({ accounts: [OWN] })
  expect(several.main).not.toContain(SHARED)
  allow({ pay: true })
  expect((await open('/personal')).main).toContain('К оплате по всем лицевым счетам: 3 150,50 ₽')
})

test.each([
  `/personal/pay?account=${SHARED}`,
  `/personal/readings?account=${SHARED}`,
  `/personal/autopayments/new?account=${SHARED}`,
  `/personal/delete-account?account=${SHARED}`,
])('%s is forbidden without its right', async (path) => {
  const page = await open(path)
  expect(page.status).toBe(403)
  expect(page.title).toContain('Нет доступа')
})

test('pages that choose an account leave out the ones without the right', async () => {
  upstream.on('defaultAccount', { body: { account: SHARED } })
  for (const path of ['/personal/pay', '/personal/readings', '/personal/autopayments/new']) {
    const page = await open(path)
    expect(page.status).toBe(200)
    expect(page.main).not.toContain(SHARED)
    expect(page.main).toContain(OWN)
  }
  const history = await open('/personal/history')
  expect(history.main).toContain(SHARED)
})

test('a bill of a shared account that may not be paid offers to ask another to pay', async () => {
  upstream.on('invoice', { body: { data: { ...invoice, account: SHARED }, periods: [invoice.period] } })
  const page = await open(`/personal/invoice?account=${SHARED}`)
  expect(page.status).toBe(200)
  expect(page.links).not.toContain(`/personal/pay?account=${SHARED}`)
  expect(page.links).toContain(`/personal/ask-to-pay?account=${SHARED}`)
  const asking = await open(`/personal/ask-to-pay?account=${SHARED}`)
  expect(asking.links).toContain(`/personal/invoice?account=${SHARED}`)
  expect(asking.links).not.toContain(`/personal/pay?account=${SHARED}`)
})
