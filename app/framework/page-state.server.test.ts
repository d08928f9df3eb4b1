import type { EntryContext } from '@remix-run/node'
import { UNSAFE_ErrorResponseImpl as ErrorResponse } from '@remix-run/router'
import { expect, test } from 'vitest'
import { withPageState } from './page-state.server'

const stateOf = (context: Partial<EntryContext['staticHandlerContext']>) => {
  const serverHandoffString = '{"basename":"/"}'
  const staticHandlerContext = { loaderData: {}, actionData: null, errors: null, ...context }
  // The other parts of Remix's context pass through.
  const script = withPageState({
    serverHandoffString,
    staticHandlerContext,
  } as EntryContext).serverHandoffString
  return { script, value: JSON.parse(script ?? '') }
}

test('the data of loaders and actions are in the context of the scripts', () => {
  const { value } = stateOf({
    loaderData: { root: { user: null } },
    actionData: { 'routes/login': { ok: false } },
  })
  expect(value).toEqual({
    basename: '/',
    state: {
      loaderData: { root: { user: null } },
      actionData: { 'routes/login': { ok: false } },
      errors: null,
    },
  })
})

test('no text of a visitor ends the script', () => {
  const text = '</script><script>alert(1)</script><!--<script>'
  const { script, value } = stateOf({ loaderData: { root: { text } } })
  expect(script).not.toContain('<')
  expect(value.state.loaderData.root.text).toBe(text)
})

test('errors are marked, so that Remix makes errors of them again', () => {
  const { value } = stateOf({
    errors: { root: new ErrorResponse(404, 'Not Found', 'no page'), other: new Error('failed') },
  })
  expect(value.state.errors).toEqual({
    root: {
      status: 404,
      statusText: 'Not Found',
      data: 'no page',
      internal: false,
      __type: 'RouteErrorResponse',
    },
    other: { message: 'failed', __type: 'Error' },
  })
})
