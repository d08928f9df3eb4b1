import { describe, expect, it } from 'vitest'
import { readSender } from './mailer'

describe('the sender of letters', () => {
  it.each([
    ['lk@example.ru', { name: '', address: 'lk@example.ru', domain: 'example.ru' }],
    ['<lk@example.ru>', { name: '', address: 'lk@example.ru', domain: 'example.ru' }],
    ['Дом и свет <lk@example.ru>', { name: 'Дом и свет', address: 'lk@example.ru', domain: 'example.ru' }],
    ['"Дом, свет" <lk@example.ru>', { name: 'Дом, свет', address: 'lk@example.ru', domain: 'example.ru' }],
    ['lk@пример.рф', { name: '', address: 'lk@xn--e1afmkfd.xn--p1ai', domain: 'xn--e1afmkfd.xn--p1ai' }],
    ['no-reply@localhost', { name: '', address: 'no-reply@localhost', domain: 'localhost' }],
    ['no-reply@127.0.0.1', { name: '', address: 'no-reply@127.0.0.1', domain: '127.0.0.1' }],
  ])('is read from %j', (text, sender) => {
    expect(readSender(text)).toEqual(sender)
  })

  it.each([
    '',
    'example.ru',
    '@example.ru',
    'lk@',
    'lk@a@example.ru',
    'lk@example.ru, all@example.ru',
    'Дом lk@example.ru',
    'Дом <lk@example.ru',
    'Дом <lk@example.ru> и свет',
    'Дом\r\nBcc: all@example.ru <lk@example.ru>',
    'lk@exa mple.ru',
    'lk@example.ru\r\nBcc: all@example.ru',
  ])('is not %j', (text) => {
    expect(readSender(text)).toBeNull()
  })
})
