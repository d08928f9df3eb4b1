import { describe, expect, test } from 'vitest'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { aboutPage } from '../support/default-answers'
import { plain } from '../support/page'
import { portalOfThisFile } from '../support/portal'
import { forms } from '../support/screens'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)
const { button, typed, leadsTo } = forms.registration

const register = async (updatedAt: string) => {
  upstream.on('page', { body: { ...aboutPage, updatedAt } })
  const visitor = portal.visitor()
  return visitor.press(await visitor.get('/registration'), button, typed)
}
const sentVersion = () => upstream.named('registration').map(({ body }) => body)

test.each([100, 200])('sends a consent version of %i characters', async (length) => {
  expect(await register('в'.repeat(length))).toHaveRedirect(leadsTo, 303)
  expect(sentVersion()).toMatchObject([{ consentVersion: 'в'.repeat(length) }])
})

test('leaves out a consent version that is too long', async () => {
  expect(await register('в'.repeat(201))).toHaveRedirect(leadsTo, 303)
  const [body] = sentVersion()
  expect(body).toMatchObject({ consent: true })
  expect(body).not.toHaveProperty('consentVersion')
})

test('shows the API’s error of the consent version above the form', async () => {
  upstream.on('registration', {
    status: 422,
    body: { message: 'Так не получится', errors: { consentVersion: ['Согласие изменилось'] } },
  })
  const refused = await register('2026-01-01')
  expect(refused.status).toBe(400)
  expect(refused.errorSummary).toContain('Согласие изменилось')
})

test('names the policy as its page does', async () => {
  const page = await portal.visitor().get('/registration')
  const link = page.all('main a').find((one) => one.getAttribute('href') === '/privacy')
  expect(plain(link?.text ?? '')).toMatch(/^политике обработки персональных данных/)
})

describe('the consent', () => {
  const { consent: _, ...others } = typed
  const send = (consent: string) => portal.visitor().post('/registration', { ...others, consent })

  test.each(['on', 'true'])('is given by %j', async (word) => {
    expect(await send(word)).toHaveRedirect(leadsTo, 303)
    expect(sentVersion()).toMatchObject([{ consent: true }])
  })

  test.each(['', 'false', 'off', '0'])('is not given by %j', async (word) => {
    const refused = await send(word)
    expect(refused.status).toBe(400)
    expect(refused.errorSummary.join()).toContain('Без согласия')
    expect(sentVersion()).toEqual([])
  })
})
