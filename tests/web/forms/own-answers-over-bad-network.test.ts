import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { networkFaults } from '../../support/fault-proxy'
import { combinationsOf } from '../../support/pairwise'
import { badNetworkOfThisFile } from '../support/bad-network'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import { expectKept, passwordsOf } from '../support/kept-values'
import '../support/matchers'
import {
  atForm,
  eachOwnAnswerForm,
  keyIn,
  messageAndName,
  outcomeOf,
  send,
} from '../support/own-answer-forms'

const upstream = await fakeUpstreamOfThisFile()
const { portalFor, breakFor, expectFailure, expectRecovery } = await badNetworkOfThisFile(upstream)

/** The fault begins within the headers of the answer. */
const firstBytes = 20

const cases = combinationsOf(
  eachOwnAnswerForm.flatMap(([name, form]) => networkFaults.map((fault) => ({ name, form, fault }))),
  ({ fault, ...of }) => messageAndName(of, fault),
)

test.each(cases)(
  'the form $name, when the way of its call is $fault, keeps what was typed, and sent soon again is the same request',
  async ({ form, fault }) => {
    const { visitor, page: filled } = await atForm(form, portalFor(fault), upstream)
    await breakFor(form.call, fault, firstBytes)
    const page = await expectFailure(send(form, visitor, filled, form.typed), form.call, fault)
    expect(page.h1).toBe(form.h1)
    expectKept(page, form.typed)
    expect(page.errorSummary).toEqual(['Сервис временно недоступен. Попробуйте ещё раз.', ...form.alsoSays])
    await expectRecovery(
      () => send(form, visitor, page, passwordsOf(form.typed)),
      (answer) => isDeepStrictEqual(outcomeOf(answer), form.success),
    )
    const sent = upstream.named(form.call)
    const keys = sent.map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys)).toEqual(new Set([keyIn(filled, form)]))
    const requests = sent.map(({ path, body }) => JSON.stringify({ path, body }))
    expect(new Set(requests).size).toBe(1)
  },
)
