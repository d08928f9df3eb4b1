import { userInfo } from 'node:os'
import { expect, test } from 'vitest'
import { systemUser, typingUser } from './system-user'

test('a user has the name of the operating system', () => {
  expect(systemUser()).toBe(userInfo().username)
})

test('a user without a name, as in a container, is named by the number', () => {
  const nameless = () => {
    throw new Error('A system error occurred: uv_os_get_passwd returned ENOENT')
  }
  expect(systemUser(nameless)).toBe(`uid ${process.getuid?.()}`)
})

test('a command is typed by the person behind sudo, or by the user of its process', () => {
  expect(typingUser({ SUDO_USER: 'irina' })).toBe('irina')
  expect(typingUser({ SUDO_USER: '' })).toBe(systemUser())
})
