import { problemCodes } from 'contract/problem'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { requestContextWith } from '../../../tests/web/support/request-context'
import type { Failure } from '../../api-client/failure'
import { defineForm } from './form-definition.server'
import { formReplies, type RejectedForm, readForm } from './read-form.server'
import { readIdempotentForm } from './submit-form.server'

const form = defineForm({
  name: 'profile',
  schema: z.object({
    name: z.string({ error: 'Введите имя' }),
    note: z.string().max(5_000, 'Слишком длинно').optional(),
    password: z.string().optional(),
  }),
})

const contextOf = (fields: Record<string, string>, more = {}) => {
  const body = Buffer.from(new URLSearchParams(fields).toString())
  const posted = { contentType: 'application/x-www-form-urlencoded', body }
  return requestContextWith({}, { rawForm: posted, ...more }).context
}
const read = (fields: Record<string, string>) => readForm(contextOf(fields), form)

const shownBy = ({ data, init }: RejectedForm) => ({
  status: init?.status,
  errors: data.submission.error ?? {},
  typed: data.submission.initialValue,
  flash: data.flash?.text ?? null,
  code: data.code,
  proof: data.proof,
  requestId: data.requestId,
})
/** The form comes back. */
const replyOf = (result: Awaited<ReturnType<typeof read>>) => {
  if (result.ok) throw new Error('the form was accepted')
  return shownBy(result.reply)
}
/** A form that is right but refused by the API. */
const refused = async (failure: Failure, where?: { aboveForm?: boolean; atField?: string }) => {
  const context = contextOf({ name: 'Анна', note: 'x', password: 'secret' })
  const result = await readForm(context, form)
  if (!result.ok) throw new Error('the form was not accepted')
  const reply = shownBy(result.reject(failure, where))
  return { ...reply, state: context.form.state, retryAfter: context.replyHeaders.get('retry-after') }
}

const invalid = {
  kind: 'invalid',
  message: 'Так нельзя',
  code: 'why',
  errors: {},
  proof: null,
} as const satisfies Failure

/** A form whose schema is that of a body, with values that a form cannot send. */
const body = defineForm({
  name: 'body',
  schema: z.object({
    consent: z.literal(true, 'Согласитесь'),
    isAsked: z.boolean(),
    remember: z.boolean().optional(),
    phone: z.string().nullable(),
  }),
})

describe('a posted form', () => {
  test.each([
    [{}, { isAsked: false, phone: null }],
    [
      { isAsked: '', remember: '', phone: '' },
      { isAsked: false, phone: null },
    ],
    [
      { isAsked: 'on', remember: 'true', phone: '1' },
      { isAsked: true, remember: true, phone: '1' },
    ],
    [
      { isAsked: 'off', remember: 'off' },
      { isAsked: false, remember: false, phone: null },
    ],
  ])('is read for the body that it stands for: %j', async (fields, value) => {
    for (const consent of ['on', 'true'])
      expect(await readForm(contextOf({ ...fields, consent }), body)).toMatchObject({
        ok: true,
        value: { ...value, consent: true },
      })
    for (const consent of ['off', '', 'false'])
      expect(await readForm(contextOf({ ...fields, consent }), body)).toMatchObject({ ok: false })
  })

  test('has the values of its fields and no others', async () => {
    const context = contextOf({ name: 'Анна', note: '', other: 'x' })
    expect(await readForm(context, form)).toMatchObject({ ok: true, value: { name: 'Анна' } })
    expect(context.form.state).toBe('none')
    const result = await readForm(context, form)
    expect(result.ok && Object.keys(result.value)).not.toContain('other')
  })

  test('may have controls with other names than its fields', async () => {
    const renamed = { ...form, controls: { note: 'comment' } }
    const context = contextOf({ name: 'Анна', comment: 'Да', note: 'Нет' })
    expect(await readForm(context, renamed)).toMatchObject({ ok: true, value: { name: 'Анна', note: 'Да' } })
  })

  test('that is wrong comes back with the errors at its fields, and what was typed but passwords', async () => {
    const context = contextOf({ note: 'Да', password: 'secret' })
    const result = await readForm(context, form)
    expect(replyOf(result)).toEqual({
      status: 400,
      errors: { name: ['Введите имя'] },
      typed: { note: 'Да' },
      flash: null,
      code: null,
      proof: null,
      requestId: null,
    })
    expect(context.form.state).toBe('rejected')
    expect(!result.ok && result.reply.data.form).toBe('profile')
  })

  test('of a visitor who posts too often comes back whether it is right or wrong', async () => {
    for (const fields of [{ name: 'Анна' }, { note: 'Да' }]) {
      const context = contextOf(fields, { throttledForS: 40 })
      expect(replyOf(await readForm(context, form))).toMatchObject({
        status: 429,
        errors: { '': ['Слишком много попыток. Попробуйте снова через 40\u00a0секунд.'] },
        typed: fields,
      })
      expect(context.replyHeaders.get('retry-after')).toBe('40')
    }
  })

  test('comes back with 6 000 characters in all', async () => {
    const typed = { name: 'я'.repeat(4_000), note: 'ю'.repeat(4_000) }
    const result = await readForm(contextOf(typed, { throttledForS: 40 }), form)
    expect(replyOf(result).typed).toEqual({ name: typed.name, note: 'ю'.repeat(2_000) })
  })
})

describe('a form that the API refuses', () => {
  test('shows the errors of its own fields there, and all others above it', async () => {
    const errors = { name: ['Не годится'], other: ['Нет такого'] }
    expect(await refused({ ...invalid, errors, proof: { label: 'Площадь' } })).toEqual({
      status: 400,
      errors: { '': ['Так нельзя', 'Нет такого'], name: ['Не годится'] },
      typed: { name: 'Анна', note: 'x' },
      flash: null,
      code: 'why',
      proof: { label: 'Площадь' },
      requestId: null,
      state: 'rejected',
      retryAfter: null,
    })
  })

  test.each(['', 'Не годится'])(
    'says nothing above it with the message «%s» that has nothing to add',
    async (message) => {
      const errors = { name: ['Не годится'] }
      expect((await refused({ ...invalid, message, errors })).errors).toEqual(errors)
    },
  )

  test.each<[Failure, number, string, string | null]>([
    [{ kind: 'unauthorized', message: '', errors: {} }, 400, 'Неверный адрес почты или пароль.', null],
    [{ kind: 'unauthorized', message: 'Нет', errors: {} }, 400, 'Нет', null],
    [{ kind: 'conflict', message: '', code: 'c' }, 400, 'Это уже сделано.', 'c'],
    [{ kind: 'conflict', message: 'Нет', code: null }, 400, 'Нет', null],
    [{ kind: 'gone', message: '', errors: {} }, 400, 'Ссылка устарела или уже использована.', null],
    [{ kind: 'gone', message: 'Нет', errors: {} }, 400, 'Нет', null],
    [
      { kind: 'throttled', message: 'Много.', retryAfter: null },
      429,
      'Много. Попробуйте немного позже.',
      null,
    ],
  ])('because of %j says why above it', async (failure, status, words, code) => {
    expect(await refused(failure)).toMatchObject({ status, code, errors: { '': [words] }, flash: null })
  })

  test.each(['unauthorized', 'gone'] as const)(
    'because of %s says at the fields what the API says of them',
    async (kind) => {
      const errors = { name: ['Не годится'], unknown: ['И это'] }
      expect(await refused({ kind, message: 'Нет', errors })).toMatchObject({
        status: 400,
        errors: { name: ['Не годится'], '': ['Нет', 'И это'] },
      })
    },
  )

  test.each<[Failure, number, string, string | null]>([
    [
      { kind: 'forbidden', message: '', code: 'c', secondStep: null },
      403,
      'Это действие вам недоступно.',
      'c',
    ],
    [{ kind: 'forbidden', message: 'Нет', code: null, secondStep: null }, 403, 'Нет', null],
    [{ kind: 'missing', message: '', code: 'c' }, 404, 'Мы этого не нашли.', null],
    [{ kind: 'missing', message: 'Нет', code: 'c' }, 404, 'Нет', null],
  ])(
    'because of %j says why in a message, or above it or at a field where that is wanted',
    async (failure, status, words, code) => {
      for (const where of [undefined, {}, { aboveForm: false }])
        expect(await refused(failure, where)).toMatchObject({ status, code, errors: {}, flash: words })
      expect(await refused(failure, { aboveForm: true })).toMatchObject({
        status,
        code,
        errors: { '': [words] },
        flash: null,
      })
      expect(await refused(failure, { atField: 'name' })).toMatchObject({
        status,
        code,
        errors: { name: [words] },
        flash: null,
      })
    },
  )

  test('while the API is out of reach has the number of the request, and when to come back', async () => {
    const words = ['Сервис временно недоступен. Попробуйте ещё раз.']
    const unavailable = { kind: 'unavailable', status: 503, reason: 'x', retryAfter: '30' } as const
    expect(await refused(unavailable)).toMatchObject({
      status: 503,
      errors: { '': words },
      requestId: 'request',
      retryAfter: '30',
    })
    for (const retryAfter of [null, 'soon', '1.5'])
      expect(await refused({ ...unavailable, retryAfter })).toMatchObject({ retryAfter: null })
  })
})

describe('a form whose fields are known from the data', () => {
  const replies = (initialValue?: Record<string, string | Record<string, string>>) =>
    formReplies(requestContextWith().context, {
      name: 'readings',
      fields: ['first'],
      submission: ({ form: above, fields }) => ({
        error: { '': above, ...fields },
        ...(initialValue && { initialValue }),
      }),
    })

  test('comes back as its data say', () => {
    const { comeBack, reject } = replies({ first: '5', more: { night: '7' } })
    expect(shownBy(comeBack({ status: 400, form: ['Нет'] }))).toMatchObject({
      errors: { '': ['Нет'] },
      typed: { first: '5', more: { night: '7' } },
    })
    expect(shownBy(comeBack({ status: 400 })).errors).toEqual({ '': [] })
    expect(shownBy(reject({ ...invalid, errors: { first: ['Мало'] } })).errors).toMatchObject({
      first: ['Мало'],
    })
  })

  test('comes back empty when nothing was typed', () => {
    expect(shownBy(replies().comeBack({ status: 400 })).typed).toEqual({})
  })
})

describe('a form that creates something', () => {
  const key = '0f0e7c1e-5a3f-4b6a-9d6b-0c1d2e3f4a5b'
  const submit = async (fields: Record<string, string>) => readIdempotentForm(contextOf(fields), form)

  test('keeps its key when it is wrong', async () => {
    const result = await submit({ idempotencyKey: key, note: 'Да' })
    expect(result.idempotencyKey).toBe(key)
    expect(replyOf(result)).toMatchObject({
      errors: { name: ['Введите имя'] },
      typed: { note: 'Да', idempotencyKey: key },
    })
  })

  test('keeps its key when the API refuses it, unless the key was used for other data', async () => {
    const result = await submit({ idempotencyKey: key, name: 'Анна' })
    if (!result.ok) throw new Error('the form was not accepted')
    expect([result.value, result.idempotencyKey]).toEqual([{ name: 'Анна' }, key])
    const keyAfter = (failure: Failure) => shownBy(result.reject(failure)).typed?.idempotencyKey
    expect(keyAfter(invalid)).toBe(key)
    expect(keyAfter({ kind: 'conflict', message: 'Нет', code: problemCodes.idempotencyMismatch })).toBe(key)
    expect(keyAfter({ ...invalid, code: problemCodes.idempotencyMismatch })).toMatch(
      /^(?!0f0e7c1e)[\da-f-]{36}$/,
    )
    const missing: Failure = { kind: 'missing', message: 'Нет', code: null }
    expect(shownBy(result.reject(missing, { aboveForm: true })).errors).toEqual({ '': ['Нет'] })
  })
})
