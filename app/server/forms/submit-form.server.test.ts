import { expect, test } from 'vitest'
import { z } from 'zod'
import { requestContextWith } from '../../../tests/web/support/request-context'
import type { CallResult } from '../../api-client/failure'
import { defineForm, formOf } from './form-definition.server'
import type { RejectedForm } from './read-form.server'
import { submitForm, submitIdempotentForm } from './submit-form.server'

const KEY = '6f1c2b7e-9d7e-4f0a-8f43-0a3e6d1b2c4d'
const form = defineForm({ name: 'title', schema: z.object({ title: z.string('Введите название') }) })

/** A form posted to /personal/account-title?account=1. */
const posted = (fields: Record<string, string>) => {
  const body = Buffer.from(new URLSearchParams(fields).toString())
  const rawForm = { contentType: 'application/x-www-form-urlencoded', body }
  const { context } = requestContextWith({}, { rawForm, query: 'account=1' })
  return { request: new Request('https://portal.example.test/personal/account-title?account=1'), context }
}
const accepted = (answer: string): CallResult<string> => ({ ok: true, answer })
const refused = {
  ok: false,
  failure: { kind: 'conflict', message: 'Уже есть', code: 'taken' },
} as const satisfies CallResult<string>

/** Where the visitor is led; the status and errors of a form that comes back. */
const shown = (result: Response | RejectedForm) =>
  result instanceof Response
    ? { status: result.status, to: result.headers.get('location') }
    : { status: result.init?.status, errors: result.data.submission.error }

test('an accepted form leads to its own page with a message of success', async () => {
  const args = posted({ title: 'Дача' })
  const calls: unknown[] = []
  const result = await submitForm(args, form, {
    async call(value) {
      calls.push(value)
      return accepted('saved')
    },
    next: { message: 'Сохранено' },
  })
  expect(calls).toEqual([{ title: 'Дача' }])
  expect(shown(result)).toEqual({ status: 303, to: '/personal/account-title?account=1' })
  expect(args.context.flash.next).toMatchObject({ type: 'success', message: 'Сохранено' })
  expect(args.context.flash.next).not.toHaveProperty('stays', true)
})

test('the next page may follow from the form and its answer', async () => {
  const args = posted({ title: 'Дача' })
  const result = await submitForm(args, form, {
    call: async () => accepted('saved'),
    next: ({ title }, answer) => ({
      message: `${title}: ${answer}`,
      type: 'info',
      stays: true,
      to: '/personal',
    }),
  })
  expect(shown(result)).toEqual({ status: 303, to: '/personal' })
  expect(args.context.flash.next).toMatchObject({ type: 'info', message: 'Дача: saved', stays: true })
})

test('a wrong form comes back without a call', async () => {
  const next = { message: 'Сохранено' }
  const call = () => Promise.reject(new Error('called'))
  const wrong = { status: 400, errors: { title: ['Введите название'] } }
  expect(shown(await submitForm(posted({}), form, { call, next }))).toEqual(wrong)
  expect(shown(await submitIdempotentForm(posted({}), form, { call, next }))).toEqual(wrong)
})

test('a refused form comes back with what the API says, and without a message', async () => {
  const args = posted({ title: 'Дача' })
  const result = await submitForm(args, form, { call: async () => refused, next: { message: 'Сохранено' } })
  expect(shown(result)).toEqual({ status: 400, errors: { '': ['Уже есть'] } })
  expect(args.context.flash.next).toBeNull()
})

test('a page may answer a refusal in its own way', async () => {
  const result = await submitForm(posted({ title: 'Дача' }), form, {
    call: async () => refused,
    next: { message: 'Сохранено' },
    refuse: (failure, reject) => ({ kind: failure.kind, status: reject(failure).init?.status }),
  })
  expect(result).toEqual({ kind: 'conflict', status: 400 })
})

test('a form that creates something is sent with its key', async () => {
  const keys: string[] = []
  const result = await submitIdempotentForm(posted({ title: 'Дача', idempotencyKey: KEY }), form, {
    async call(_value, key) {
      keys.push(key)
      return accepted('saved')
    },
    next: { message: 'Сохранено' },
  })
  expect(shown(result)).toMatchObject({ status: 303 })
  expect(keys).toEqual([KEY])
})

test('the form of a call has its name and the rule of its body', () => {
  const { name, schema } = formOf('login')
  expect(name).toBe('login')
  expect(Object.keys(schema.shape)).toEqual(['email', 'password'])
})
