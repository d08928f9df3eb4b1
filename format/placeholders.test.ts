import { expect, test } from 'vitest'
import { fillPlaceholders, placeholdersIn } from './placeholders'

test('the names in double braces are found, each once', () => {
  expect(placeholdersIn('{{a}} и {{ b_1 }}, снова {{a}}, {c}, {{}}')).toEqual(['a', 'b_1', ''])
})

test('values take their place, also where a value has braces itself', () => {
  expect(fillPlaceholders('{{a}}–{{ b }}', { a: '{{b}}', b: '2' })).toBe('{{b}}–2')
})

test('names without a value stay', () => {
  expect(fillPlaceholders('{{a}} {{constructor}}', { a: undefined })).toBe('{{a}} {{constructor}}')
})
