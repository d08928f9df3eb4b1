import { expect, test } from 'vitest'
import type { z } from 'zod'
import { checkbox, requiredConsent } from './field-rules.server'

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
