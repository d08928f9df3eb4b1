import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { askPassword } from './check-api'

const typedOn = async (isTTY: boolean, typed: string) => {
  const stdin = Object.assign(new PassThrough(), { isTTY })
  const stderr = new PassThrough()
  stdin.end(typed)
  const password = await askPassword('Password: ', { stdin, stderr })
  stderr.end()
  return { password, shown: await text(stderr) }
}

test('a terminal shows the question, and nothing of the password', async () => {
  expect(await typedOn(true, 'сорок кошек\n')).toEqual({ password: 'сорок кошек', shown: 'Password: \n' })
})

test('a pipe is not asked', async () => {
  expect(await typedOn(false, 'сорок кошек\nmore\n')).toEqual({ password: 'сорок кошек', shown: '' })
})

test('an input without a line has no password', async () => {
  expect((await typedOn(false, '')).password).toBe('')
})
