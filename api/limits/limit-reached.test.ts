import { describe, expect, test } from 'vitest'
import { limitsInWords } from './limit-reached'
import type { LimitName } from './rules'

const newPassword = /Можно задать новый пароль/
const otherNetwork = /Новый пароль не поможет: подождите или войдите через другую сеть/

describe('a login that was tried too often', () => {
  test.each<LimitName>(['loginPerAccountAndAddress', 'loginPerAccountAndDevice', 'loginPerAccount'])(
    'is opened by a new password where only the limit %s is reached',
    (limit) => expect(limitsInWords([limit])).toMatch(newPassword),
  )

  test.each<{ limits: LimitName[] }>([
    { limits: ['loginPerAddress'] },
    { limits: ['loginPerAccountAndAddress', 'loginPerAddress'] },
    { limits: ['loginPerAccountAndAddress', 'loginPerAccount', 'loginPerAddress'] },
  ])('is opened by none where the limit of the address is among those reached: $limits', ({ limits }) => {
    expect(limitsInWords(limits)).toMatch(otherNetwork)
    expect(limitsInWords(limits)).not.toMatch(newPassword)
  })
})

test('a limit without words of its own has the general ones', () =>
  expect(limitsInWords(['lettersPerAddress'])).toBe('Слишком много попыток.'))
