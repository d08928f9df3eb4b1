import { expect, test } from 'vitest'
import { networkFaults } from '../../support/fault-proxy'
import { combinationsOf, valuesOf } from '../../support/pairwise'
import { badNetworkOfThisFile } from '../support/bad-network'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import { expectKept, passwordsOf } from '../support/kept-values'
import '../support/matchers'
import { eachForm, screenOf, visitorOf } from '../support/screens'

const upstream = await fakeUpstreamOfThisFile()
const { portalFor, breakFor, expectFailure, expectRecovery } = await badNetworkOfThisFile(upstream)

/** The fault begins within the headers: most answers to forms have no body. */
const firstBytes = 20

const cases = combinationsOf(
  eachForm.flatMap(([name, form]) => networkFaults.map((fault) => ({ name, form, fault }))),
  valuesOf,
)

test.each(cases)(
  'the form $name, when the way of its call is $fault, keeps what was typed and can be sent soon',
  async ({ form, fault }) => {
    const screen = screenOf(form)
    const visitor = await visitorOf(screen, portalFor(fault))
    const filled = await visitor.get(screen.path)
    await breakFor(form.call, fault, firstBytes)
    const page = await expectFailure(visitor.press(filled, form.button, form.typed), form.call, fault)
    expect(page.h1).toBe(screen.h1)
    expectKept(page, form.typed)
    expect(page.errorSummary).toEqual(['Сервис временно недоступен. Попробуйте ещё раз.'])
    await expectRecovery(
      () => visitor.press(page, form.button, passwordsOf(form.typed)),
      ({ status, location }) => status === 303 && location === form.leadsTo,
    )
  },
)
