import { normalPassword } from 'contract/users'
import { emailKey } from 'format/email'
import { commonPasswords, commonWords } from './common-password-list'
import { UserError } from './users.errors'

const russianKeys = 'ё1234567890-=йцукенгшщзхъфывапролджэячсмитьбю.'
const latinKeys = "`1234567890-=qwertyuiop[]asdfghjkl;'zxcvbnm,./"
const keyboardRows = ['1234567890', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./', 'abcdefghijklmnopqrstuvwxyz']

/** As typed on the Latin layout, so that «йцукен» equals 'qwerty' and «пароль» equals 'gfhjkm'. */
const byKeys = (text: string) =>
  [...text].map((character) => latinKeys[russianKeys.indexOf(character)] ?? character).join('')

const passwords = new Set(commonPasswords.map(byKeys))
const words = new Set(commonWords.map(byKeys))

/** Whether a password is easy to guess: a common one, a word with digits, a row of keys. */
export const isCommonPassword = (password: string): boolean => {
  const keys = byKeys(normalPassword(password).toLowerCase())
  return (
    passwords.has(keys) ||
    isRepetition(keys) ||
    isRowOfKeys(keys) ||
    [keys, keys.replace(/^\d{1,4}/, ''), keys.replace(/\d{0,8}[!?.*_-]{0,3}$/, '')].some((word) =>
      words.has(word),
    )
  )
}

/** Throws UserError (`common_password`). */
export const refuseCommonPassword = (password: string) => {
  if (isCommonPassword(password)) throw new UserError({ code: 'common_password' })
}

/** Throws UserError (`password_is_email`). */
export const refuseEmailAsPassword = (password: string, email: string) => {
  if (emailKey(password.trim()) === emailKey(email)) throw new UserError({ code: 'password_is_email' })
}

/** 'aaaaaaaa', '12341234': up to four characters repeated. */
const isRepetition = (text: string) =>
  [1, 2, 3, 4].some((length) => [...text].every((character, index) => character === text[index % length]))

/** '12345678', '87654321', 'qwertyuiop': neighbouring keys, in either direction. */
const isRowOfKeys = (text: string) => {
  const backwards = [...text].reverse().join('')
  return keyboardRows.some((row) => {
    const twice = row + row
    return twice.includes(text) || twice.includes(backwards)
  })
}
