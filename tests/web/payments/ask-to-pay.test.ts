import { expect, test } from 'vitest'
import { dachaAccount, homeAccount } from '../support/default-answers'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { portalOfThisFile } from '../support/portal'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)

const path = `/pay?account=${homeAccount.account}`
const link = portal.publicUrl.origin + path
const open = async (path = '/personal/ask-to-pay') => (await portal.customer()).get(path)

test('the page has the link to the guest page as text, with the number and no amount', async () => {
  const page = await open()
  expect(page.main).toContain(`Дом, лицевой счёт ${homeAccount.account}`)
  expect(page.main.split(' ')).toContain(link)
  expect(page.links).toContain(`/personal/pay?account=${homeAccount.account}`)
})

test('who opens the link sees what is owed then, also when it was paid meanwhile', async () => {
  const guest = portal.visitor()
  const owed = await guest.get(path)
  expect(owed.h1).toBe('Оплата лицевого счёта')
  expect(owed.field('amount').value).toBe('2450,50')
  upstream.on('payCheck', { body: { data: { account: homeAccount.account, balance: 0 } } })
  const paid = await guest.get(path)
  expect(paid.main).toContain('Долга нет')
  expect(paid.field('amount').value).toBe('')
})

test('it previews what anyone with the link sees: the masked address and the debt', async () => {
  const page = await open()
  expect(page.main).toContain('Что увидит тот, кто откроет ссылку')
  expect(page.main).toContain('ул. С***, д. 5')
  expect(page.main).toMatch(/К оплате сейчас\s+2 450\s?,50 ₽/)
  expect(page.main).toContain('страница покажет, сколько нужно заплатить')
})

test('where guests see no debt, it asks to name the sum', async () => {
  upstream.on('payCheck', { body: { data: { account: homeAccount.account } } })
  const page = await open()
  expect(page.main).toContain('назовите сумму сами')
  expect(page.main).not.toContain('К оплате сейчас')
})

test.each([
  ['the check fails', { status: 503, body: {} }],
  [
    'this network is shown less than others',
    { body: { data: { account: homeAccount.account, billSumOnly: true } } },
  ],
])('there is the link without a preview when %s', async (_, answer) => {
  upstream.on('payCheck', answer)
  const page = await open()
  expect(page.status).toBe(200)
  expect(page.main).toContain(link)
  expect(page.main).not.toContain('Что увидит')
})

test('an account that can’t be paid here has no link, and says why', async () => {
  const unpayable = 'Этот лицевой счёт пока нельзя оплатить на сайте.'
  upstream.on('accounts', { body: { data: [{ ...homeAccount, unpayable }, dachaAccount] } })
  const page = await open()
  expect(page.main).toContain(unpayable)
  expect(page.main).not.toContain('/pay?account=')
})

test('another’s account is not found', async () => {
  expect((await open('/personal/ask-to-pay?account=9990000000')).status).toBe(404)
})

test('a customer without accounts is led to the first one', async () => {
  upstream.on('accounts', { body: { data: [] } })
  upstream.on('defaultAccount', { body: { account: null } })
  const page = await open()
  expect(page.h1).toBe('Попросить оплатить')
  expect(page.links).toContain('/personal/add-account')
})

test.each([
  ['/personal/pay', 'отправьте ему ссылку'],
  ['/personal/invoice', 'Попросить оплатить'],
])('%s leads to it while something is to pay', async (path, words) => {
  const page = await open(path)
  expect(page.main).toContain(words)
  expect(page.links).toContain(`/personal/ask-to-pay?account=${homeAccount.account}`)
})
