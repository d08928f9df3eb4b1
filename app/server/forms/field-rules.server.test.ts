import { parseWithZod } from '@conform-to/zod/v4'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { accountNumber, checkbox, requiredConsent } from './field-rules.server'

test('an account of blanks is as good as an empty one', () => {
  // As forms are read: the parser takes empty text for a missing value, also within a rule.
  const fields = new URLSearchParams({ field: ' \u00a0 ' })
  expect(parseWithZod(fields, { schema: z.object({ field: accountNumber }) }).reply().error).toEqual({
    field: ['Введите номер лицевого счёта: он напечатан в квитанции'],
  })
})

/** The value, or what is wrong with it. */
const readBy = (rule: z.ZodType, typed: unknown) => {
  const { success, data, error } = rule.safeParse(typed)
  return success ? data : error.issues.map(({ message }) => message)
}

test.each([
  ['on', true],
  ['true', true],
  [undefined, false],
  ['off', false],
])('a box that sends %j is ticked: %s', (sent, ticked) => expect(readBy(checkbox, sent)).toBe(ticked))

test('a consent has to be given', () => {
  const consent = requiredConsent('Согласитесь')
  expect(readBy(consent, 'on')).toBe(true)
  expect(readBy(consent, undefined)).toEqual(['Согласитесь'])
})
