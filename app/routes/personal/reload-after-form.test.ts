import type { ShouldRevalidateFunction, useActionData } from '@remix-run/react'
import { createMemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { FormReply } from '~/ui/post-form/form-reply'
import * as pay from './pay'
import * as reminders from './reminders'
import * as security from './security'

type AnswerOf<Action> = NonNullable<ReturnType<typeof useActionData<Action>>>

/** How often the page's data are loaded after its form was answered, by the router that Remix has in the browser. */
const loadsAfter = async (
  answer: Response,
  { shouldRevalidate }: { shouldRevalidate?: ShouldRevalidateFunction },
) => {
  let loads = 0
  const loader = () => {
    loads += 1
    return null
  }
  const router = createMemoryRouter(
    [{ id: 'page', path: '/', loader, action: () => answer, ...(shouldRevalidate && { shouldRevalidate }) }],
    { hydrationData: { loaderData: { page: null } }, future: { v7_skipActionErrorRevalidation: true } },
  )
  await router.navigate('/', { formMethod: 'post', formData: new FormData() })
  router.dispose()
  return loads
}

const reply = (code: string | null): FormReply => ({
  form: 'personal-payment',
  submission: { status: 'error' },
  flash: null,
  code,
  requestId: null,
  proof: null,
})

test('recovery codes stay: nothing is loaded that could fail in their place', async () => {
  const codes: AnswerOf<typeof security.action> = { view: 'codes', codes: ['0abc-def0'] }
  expect(await loadsAfter(Response.json(codes), security)).toBe(0)
})

test('a new calendar link stays: nothing is loaded that could fail in its place', async () => {
  const link: AnswerOf<typeof reminders.action> = { view: 'link', address: 'https://portal.example.test/' }
  expect(await loadsAfter(Response.json(link), reminders)).toBe(0)
})

test.each([
  ['security', security],
  ['reminders', reminders],
])('the page of %s is loaded anew after a form that leads back to it', async (_, page) => {
  expect(await loadsAfter(new Response(null, { status: 303, headers: { location: '/' } }), page)).toBe(1)
})

test('a payment that has to be confirmed is asked about beside fresh data', async () => {
  expect(await loadsAfter(Response.json(reply('confirm_required'), { status: 400 }), pay)).toBe(1)
})

test.each([400, 429, 502])('a payment form rejected with %i keeps the page as it is', async (status) => {
  expect(await loadsAfter(Response.json(reply(null), { status }), pay)).toBe(0)
})
