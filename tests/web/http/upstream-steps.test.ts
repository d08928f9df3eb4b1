import { setTimeout as pause } from 'node:timers/promises'
import { type EndpointName, endpoints } from 'contract/endpoints'
import { expect, test } from 'vitest'
import { defaultAnswers } from '../support/default-answers'
import { fakeUpstreamOfThisFile, type UpstreamAnswer } from '../support/fake-upstream'
import { portalOfThisFile } from '../support/portal'
import { eachScreen } from '../support/screens'

/** A step is complete after this time without a further call. */
const QUIET_MS = 250
/** Few enough that a slow machine sheds none of them as overload. */
const AT_ONCE = 10

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)

const isEndpoint = (name: string): name is EndpointName => name in endpoints
const names = Object.keys(endpoints).filter(isEndpoint)

const isResult = (calls: readonly EndpointName[][]) => calls.flat().includes('personalPaymentState')

test('every page asks the product API in two steps at most, but for what only the second one tells', async () => {
  const customer = await portal.customer()
  const visitor = portal.visitor()
  /** The steps in which each page request has asked, by its request id, with its calls. */
  const steps = new Map<string, Map<number, EndpointName[]>>()
  let step = 1
  const held: (() => void)[] = []
  let lastCallAt = performance.now()
  for (const name of names)
    upstream.on(name, async ({ headers }) => {
      lastCallAt = performance.now()
      const ofPage = steps.get(String(headers['x-request-id'])) ?? new Map<number, EndpointName[]>()
      steps.set(String(headers['x-request-id']), ofPage)
      ofPage.set(step, [...(ofPage.get(step) ?? []), name])
      await new Promise<void>((release) => held.push(release))
      return { status: endpoints[name].success, body: defaultAnswers[name] } satisfies UpstreamAnswer
    })

  /** Opens a few pages together, and answers their calls step by step. */
  const open = async (screens: typeof eachScreen) => {
    let isOpen = true
    step = 1
    const opened = Promise.all(
      screens.map(([, { path, access }]) => (access === 'user' ? customer : visitor).get(path)),
    ).finally(() => {
      isOpen = false
    })
    while (isOpen) {
      await Promise.race([pause(10), opened])
      if (held.length === 0 || performance.now() - lastCallAt < QUIET_MS) continue
      step += 1
      for (const release of held.splice(0)) release()
    }
    return opened
  }
  const pages = []
  for (let first = 0; first < eachScreen.length; first += AT_ONCE)
    pages.push(...(await open(eachScreen.slice(first, first + AT_ONCE))))

  expect(pages.map(({ status }) => status).filter((status) => status >= 400)).toEqual([])
  expect(steps.size).toBeGreaterThan(20)
  const inOrder = [...steps.values()].map((ofPage) => [...ofPage.values()])
  // The call for the payment settles it; only then the debt and the autopayment are up to date.
  const [results, others] = [inOrder.filter(isResult), inOrder.filter((calls) => !isResult(calls))]
  expect(results.length).toBeGreaterThan(1)
  const afterwards = results.map((calls) => calls.slice(2).map((step) => step.toSorted().join()))
  expect(afterwards.filter(({ length }) => length !== 1)).toEqual([])
  expect(new Set(afterwards.flat())).toEqual(new Set(['accounts', 'accounts,autopayments']))
  // Only an owner may ask who has access, and only the list of accounts says who is an owner.
  const inThree = others.filter(({ length }) => length > 2).map((calls) => calls.slice(2))
  expect(inThree).toEqual([[['access']]])
})
