import { expect, test } from 'vitest'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import { atForm, eachOwnAnswerForm, send } from '../support/own-answer-forms'
import type { Page } from '../support/page'
import { portalOfThisFile } from '../support/portal'
import { eachForm, screenOf, visitorOf } from '../support/screens'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)

/** The fields of every form: the API may find fault with any of them, whether the page draws it or not. */
const fields = [
  'account',
  'amount',
  'code',
  'confirmed',
  'consent',
  'consentVersion',
  'day',
  'email',
  'id',
  'idempotencyKey',
  'limit',
  'meter-1.t1',
  'name',
  'password',
  'password_confirmation',
  'password_old',
  'paymentMethod',
  'phone',
  'proof',
  'proof_for',
  'qr',
  'rememberDevice',
  'rule',
  'saveMethod',
  'seenBalance',
  'status',
  'token',
]
const errors = Object.fromEntries(fields.map((field) => [field, [`Поле ${field} не годится`]]))

test.each(eachForm)(
  'the form %s says every error of the API, and links to controls that are there and say it, too',
  async (_, form) => {
    upstream.on(form.call, { status: 422, body: { message: '', errors } })
    const visitor = await visitorOf(screenOf(form), portal)
    const page = await visitor.get(screenOf(form).path)
    expectAllSaid(await visitor.press(page, form.button, form.typed))
  },
)

// The account check answers with its own page: tests/web/payments/pay-guest.test.ts.
const others = eachOwnAnswerForm.filter(([name]) => name !== 'accountCheck')

test.each(others)(
  'so does the form %s, which leads to the bank or has a page of its own',
  async (_, form) => {
    const { visitor, page } = await atForm(form, portal, upstream)
    upstream.on(form.call, { status: 422, body: { message: '', errors } })
    expectAllSaid(await send(form, visitor, page, form.typed))
  },
)

const expectAllSaid = (answer: Page) => {
  expect(answer.status).toBe(400)
  expect(answer.errorSummary.toSorted()).toEqual(Object.values(errors).flat().toSorted())
  expect(answer.errorsOnlyInSummary).toEqual([])
}
