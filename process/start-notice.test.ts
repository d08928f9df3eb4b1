import { expect, test } from 'vitest'
import { printStartNotice } from './start-notice'

const printed = (isTTY: boolean, notice: Partial<Parameters<typeof printStartNotice>[0]> = {}) => {
  let text = ''
  printStartNotice(
    {
      address: 'The portal is at http://localhost:3000',
      login: { email: 'anna@mail.example', password: 'tikhaya-gavan-48' },
      letters: '/srv/data/outbox',
      ...notice,
    },
    {
      isTTY,
      write(part) {
        text += part
      },
    },
  )
  return text
}

test('a person at a terminal reads a block: address, login, where letters and logs are', () => {
  expect(printed(true)).toBe(
    [
      '',
      '  The portal is at http://localhost:3000',
      '  Demo customer: anna@mail.example, password: tikhaya-gavan-48',
      '  Letters: /srv/data/outbox',
      '  Log: below, LOG_LEVEL=warn shortens it',
      '  Ctrl+C stops the server',
      '',
      '',
    ].join('\n'),
  )
})

test('a program reads plain lines, and none for what there is not', () => {
  expect(printed(false, { login: undefined, letters: undefined })).toBe(
    'The portal is at http://localhost:3000\n',
  )
})
