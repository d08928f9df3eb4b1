import { expect, test } from 'vitest'
import { combinationsOf, valuesOf } from '../../support/pairwise'
import { customer } from '../support/default-answers'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { expectKept, expectRefusedOn, passwordsOf } from '../support/kept-values'
import {
  atForm,
  eachOwnAnswerForm,
  keyIn,
  messageAndName,
  outcomeOf,
  send,
} from '../support/own-answer-forms'
import { portalsOfThisFile } from '../support/portals-for-faults'
import { eachFault, keepsWaiting, statusOf, UPSTREAM_SECRET } from '../support/upstream-faults'

const upstream = await fakeUpstreamOfThisFile()
const { portalFor } = await portalsOfThisFile(upstream)

const combinations = eachOwnAnswerForm.flatMap(([name, form]) =>
  eachFault.map((kind) => ({ name, form, kind })),
)
const failures = combinations.filter(({ form, kind }) => !form.harmless.includes(kind))
/** Each form with every status, and each further message with every kind of fault. */
const cases = [
  ...combinationsOf(
    failures.filter(({ kind }) => !keepsWaiting(kind)),
    ({ kind, ...of }) => [`${of.name} ${JSON.stringify(statusOf[kind])}`, ...messageAndName(of, kind)],
  ),
  ...combinationsOf(
    failures.filter(({ kind }) => keepsWaiting(kind)),
    ({ kind, ...of }) => messageAndName(of, kind),
  ),
]

test.each(cases)(
  'the form $name, when its call $kind, comes back as typed with its key, and is sent once',
  async ({ form, kind }) => {
    const { visitor, page } = await atForm(form, portalFor(kind), upstream)
    upstream.on(form.call, kind)
    const answer = await send(form, visitor, page, form.typed)
    const { status, retryAfter } = statusOf[kind]
    expectRefusedOn(form, answer, status)
    expectKept(answer, form.typed)
    expect(answer.errorSummary).toEqual(['Сервис временно недоступен. Попробуйте ещё раз.', ...form.alsoSays])
    expect(answer.headers['retry-after']).toBe(retryAfter)
    expect(answer.html).not.toContain(UPSTREAM_SECRET)
    expect(keyIn(answer, form)).toBe(keyIn(page, form))
    const keysSent = upstream.named(form.call).map(({ headers }) => headers['idempotency-key'])
    expect(keysSent).toEqual([keyIn(page, form)])
  },
)

const unsent = combinationsOf(
  combinations
    .filter(({ form }) => form.access === 'user')
    // A user without an id is a guest, not a failure.
    .filter(({ kind }) => kind !== 'leaves out what is required'),
  valuesOf,
)

test.each(unsent)(
  'the form $name, when the check who is signed in $kind, comes back as typed and is sent by the next press',
  async ({ form, kind }) => {
    const { visitor, page } = await atForm(form, portalFor(kind), upstream)
    upstream.on('currentUser', kind)
    const answer = await send(form, visitor, page, form.typed)
    const { status, retryAfter } = statusOf[kind]
    expectRefusedOn(form, answer, status)
    expectKept(answer, form.typed)
    expect(answer.errorSummary).toEqual([
      'Сервис временно недоступен. Попробуйте ещё раз.',
      ...form.alsoSaysUnsent,
    ])
    expect(answer.headers['retry-after']).toBe(retryAfter)
    expect(answer.html).not.toContain(UPSTREAM_SECRET)
    expect(upstream.named(form.call)).toEqual([])

    upstream.on('currentUser', { body: { data: customer } })
    const next = form.afterUnsent(answer, page)
    expect(keyIn(next, form)).toBe(keyIn(page, form))
    expect(outcomeOf(await send(form, visitor, next, passwordsOf(form.typed)))).toEqual(form.success)
    const keysSent = upstream.named(form.call).map(({ headers }) => headers['idempotency-key'])
    expect(keysSent).toEqual([keyIn(page, form)])
  },
)

const successes = combinations.filter(({ form, kind }) => form.harmless.includes(kind))

test.each(successes)(
  'the form $name, when its call $kind, has had its effect: the body is not used',
  async ({ form, kind }) => {
    const { visitor, page } = await atForm(form, portalFor(kind), upstream)
    upstream.on(form.call, kind)
    expect(outcomeOf(await send(form, visitor, page, form.typed))).toEqual(form.success)
    expect(upstream.named(form.call)).toHaveLength(1)
  },
)
