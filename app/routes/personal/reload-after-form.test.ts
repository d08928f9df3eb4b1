import type { ShouldRevalidateFunction, useActionData } from '@remix-run/react'
import type { ComponentType } from 'react'
import { createMemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { FormReply } from '~/ui/post-form/form-reply'
import * as pay from './pay'
import * as paySeveral from './pay-several'
import * as reminders from './reminders'
import * as security from './security'

type AnswerOf<Action> = NonNullable<ReturnType<typeof useActionData<Action>>>

interface Page {
  default: ComponentType
  shouldRevalidate?: ShouldRevalidateFunction
}

/** Remix tells a page's own function, whatever the status, that its data are loaded by default. */
const asInBrowser = ({ shouldRevalidate }: Page): Pick<Page, 'shouldRevalidate'> =>
  shouldRevalidate
    ? { shouldRevalidate: (args) => shouldRevalidate({ ...args, defaultShouldRevalidate: true }) }
    : {}

/** How often the page's data are loaded after its form was answered, by the router that Remix has in the browser. */
const loadsAfter = async (answer: Response, page: Page) => {
  let loads = 0
  const loader = () => {
    loads += 1
    return null
  }
  const router = createMemoryRouter(
    [{ id: 'page', path: '/', loader, action: () => answer, ...asInBrowser(page) }],
    { hydrationData: { loaderData: { page: null } }, future: { v7_skipActionErrorRevalidation: true } },
  )
  await router.navigate('/', { formMethod: 'post', formData: new FormData() })
  router.dispose()
  return loads
}

const reply: FormReply = {
  form: 'pay',
  submission: { status: 'error' },
  flash: null,
  code: null,
  requestId: null,
  proof: null,
}

test('recovery codes stay: nothing is loaded that could fail in their place', async () => {
  const codes: AnswerOf<typeof security.action> = { codes: ['0abc-def0'] }
  expect(await loadsAfter(Response.json(codes), security)).toBe(0)
})

test('the setup of a second step stays: nothing is loaded that could fail in its place', async () => {
  const setup = { setup: { secret: 'JBSW Y3DP' } }
  expect(await loadsAfter(Response.json(setup), security)).toBe(0)
})

test('a new calendar link stays: nothing is loaded that could fail in its place', async () => {
  const link: AnswerOf<typeof reminders.action> = { address: 'https://portal.example.test/' }
  expect(await loadsAfter(Response.json(link), reminders)).toBe(0)
})

test.each([
  ['security', security],
  ['reminders', reminders],
])('the page of %s is loaded anew after a form that leads back to it', async (_, page) => {
  expect(await loadsAfter(new Response(null, { status: 303, headers: { location: '/' } }), page)).toBe(1)
})

test.each([
  ['one account', pay],
  ['several accounts', paySeveral],
])(
  'the question before a payment of %s has the fresh page in its answer: nothing is loaded after it',
  async (_, page) => {
    const asked = { ...reply, code: 'confirm_required', fresh: null }
    expect(await loadsAfter(Response.json(asked, { status: 400 }), page)).toBe(0)
  },
)

test.each<[string, Page]>([
  ['a payment', pay],
  ['a payment for several accounts', paySeveral],
  ['reminders', reminders],
  ['security', security],
])('a rejected form of %s keeps the page as it is', async (_, page) => {
  for (const status of [400, 403, 404, 429, 502, 503])
    expect(await loadsAfter(Response.json(reply, { status }), page)).toBe(0)
})
