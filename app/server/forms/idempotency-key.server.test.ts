import { data } from '@remix-run/node'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { FormReply } from '../../ui/post-form/form-reply'
import { idempotencyKeyOf, newIdempotencyKey, postedKey, withKey } from './idempotency-key.server'

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

  test('is returned with the rejected form and its values', () => {
    const reply: FormReply = {
      form: 'pay',
      submission: {
        status: 'error',
        initialValue: { amount: '5' },
        error: { '': ['Нет'], amount: ['Мало'] },
      },
      flash: null,
      code: null,
      requestId: null,
      proof: null,
    }
    const back = withKey(data(reply, { status: 400 }), 'key', ['Деньги не списаны.'])
    expect(back.init?.status).toBe(400)
    expect(back.data.submission.initialValue).toEqual({ amount: '5', idempotencyKey: 'key' })
    expect(back.data.submission.error).toEqual({ '': ['Нет', 'Деньги не списаны.'], amount: ['Мало'] })
  })
})
