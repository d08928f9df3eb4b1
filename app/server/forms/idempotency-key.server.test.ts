import { data } from '@remix-run/node'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { FormReply } from '../../ui/post-form/form-reply'
import { idempotencyKeyOf, keyOfPart, newIdempotencyKey, postedKey, withKey } from './idempotency-key.server'

const form = z.object({ idempotencyKey: postedKey })

describe('the key of a payment form', () => {
  test('is accepted when it is a UUID', () => {
    const key = newIdempotencyKey()
    expect(form.parse({ idempotencyKey: key })).toEqual({ idempotencyKey: key })
    expect(idempotencyKeyOf(new URLSearchParams({ idempotencyKey: key }))).toBe(key)
  })

  test.each([undefined, '', 'mine', ['a', 'b'], `${newIdempotencyKey()} `])(
    'is rejected when it is %j',
    (posted) => expect(form.parse({ idempotencyKey: posted })).toEqual({ idempotencyKey: null }),
  )

  test('is new when nothing was posted', () => {
    expect(form.parse({})).toEqual({ idempotencyKey: null })
    expect(idempotencyKeyOf(new URLSearchParams())).not.toBe(idempotencyKeyOf(new URLSearchParams()))
  })

  test('has a key for each of its parts, always the same one', () => {
    const key = newIdempotencyKey()
    expect(form.parse({ idempotencyKey: keyOfPart(key, 'a') }).idempotencyKey).toBe(keyOfPart(key, 'a'))
    const others = [keyOfPart(key, 'b'), keyOfPart(newIdempotencyKey(), 'a'), key]
    expect(others).not.toContain(keyOfPart(key, 'a'))
  })

  const rejected = (error: Record<string, string[]>) => {
    const submission = { status: 'error', initialValue: { amount: '5' }, error } as const
    const reply: FormReply = {
      form: 'pay',
      submission,
      flash: null,
      code: null,
      requestId: null,
      proof: null,
    }
    return data(reply, { status: 400 })
  }

  test('is returned with the rejected form and its values', () => {
    const back = withKey(rejected({ amount: ['Мало'] }), 'key')
    expect(back.init?.status).toBe(400)
    expect(back.data.submission.initialValue).toEqual({ amount: '5', idempotencyKey: 'key' })
    expect(back.data.submission.error).toEqual({ amount: ['Мало'] })
  })

  test.each([
    [
      { '': ['Нет'], amount: ['Мало'] },
      { '': ['Нет', 'Деньги не списаны.'], amount: ['Мало'] },
    ],
    [{}, { '': ['Деньги не списаны.'] }],
  ])('is returned with further words above a form with the errors %j', (errors, shown) => {
    const back = withKey(rejected(errors), 'key', ['Деньги не списаны.'])
    expect(back.data.submission.error).toEqual(shown)
  })
})
