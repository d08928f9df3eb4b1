import { type ClientLoaderFunction, redirect } from '@remix-run/react'
import { UNSAFE_ErrorResponseImpl as ErrorResponse } from '@remix-run/router'
import type { ComponentType } from 'react'
import { createMemoryRouter } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import * as guestResult from '../pay/result'
import * as autopayResult from './autopay-result'
import * as payResult from './pay-result'

interface ResultPage {
  default: ComponentType
  clientLoader?: ClientLoaderFunction
}

// The router polls in a browser only.
vi.stubGlobal('window', Object.assign(new EventTarget(), { document: { createElement: vi.fn() } }))

const waiting = { view: { state: 'pending', title: 'Ждём ответа банка' } }

/** The page of a pending payment, in the router that Remix has in the browser; the portal answers as `serverLoader`. */
const openWaiting = ({ clientLoader }: ResultPage, serverLoader: () => Promise<never>) => {
  const loader: ClientLoaderFunction = (args) => clientLoader?.(args) ?? args.serverLoader()
  return createMemoryRouter(
    [
      { id: 'page', path: '/', loader: (args) => loader({ ...args, serverLoader }) },
      { id: 'login', path: '/login' },
    ],
    { hydrationData: { loaderData: { page: waiting } } },
  )
}

const failures: [string, unknown][] = [
  ['offline', new TypeError('Failed to fetch')],
  ['answered by a page that is no data, as by an overloaded portal', new Error('Unable to decode')],
  ['answered with an error screen', new ErrorResponse(502, 'Bad Gateway', null)],
]

describe.each<[string, ResultPage]>([
  ['a guest', guestResult],
  ['a customer', payResult],
  ['an autopayment', autopayResult],
])('the result page of %s, waiting for the bank', (_, page) => {
  test.each(failures)('stays as it is when a poll is %s', async (_, failure) => {
    const router = openWaiting(page, () => Promise.reject(failure))
    const answers: unknown[] = []
    router.subscribe(({ fetchers }) => answers.push(fetchers.get('poll')?.data))
    router.fetch('poll', 'page', '/?payment=p&watch')
    await vi.waitFor(() => expect(answers).toContainEqual(expect.objectContaining({ view: null })))
    expect(router.state.errors).toBeNull()
    expect(router.state.loaderData).toEqual({ page: waiting })
    router.dispose()
  })

  test('leads to the login when a poll says that the session is lost', async () => {
    const router = openWaiting(page, () => Promise.reject(redirect('/login')))
    router.fetch('poll', 'page', '/?payment=p&watch')
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    router.dispose()
  })

  test('is the error screen when it fails itself', async () => {
    const router = openWaiting(page, () => Promise.reject(failures[0]?.[1]))
    await router.navigate('/?payment=p')
    expect(router.state.errors).toEqual({ page: failures[0]?.[1] })
    router.dispose()
  })
})
