import { expect, test } from 'vitest'
import { hashOfMailedCode, hashOfSecret, newSecret } from './hashed-secret'

test('no secret ends with a sign, which mail programs leave out of a link', () => {
  for (let at = 0; at < 2_000; at += 1) expect(newSecret()).toMatch(/^[\w-]{42}[A-Za-z\d]$/)
})

test.each(['.', ',', ')', '>', '»', '-', '_', '.)'])('a mailed code is the same with %s after it', (sign) => {
  const code = newSecret()
  expect(hashOfMailedCode(`${code}${sign}`)).toBe(hashOfMailedCode(code))
})

test('a mailed code without an extra sign is hashed as it always was', () => {
  const code = newSecret()
  expect(hashOfMailedCode(code)).toBe(hashOfSecret(code))
  expect(hashOfMailedCode(code.slice(0, -1))).not.toBe(hashOfSecret(code))
})
