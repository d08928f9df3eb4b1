import { describe, expect, test } from 'vitest'
import { bankLink, bankPage } from './bank-page.server'

const config = { publicUrl: new URL('https://portal.test'), paymentOrigins: ['https://yoomoney.ru'] }

describe('the bank’s page', () => {
  test.each([
    'https://yoomoney.ru/checkout/payments/v2/contract?orderId=1',
    'https://portal.test/sandbox-bank/pay/1',
  ])('may be %s', (url) => expect(bankPage(url, config)).toBe(url))

  test.each([
    null,
    undefined,
    '',
    '/sandbox-bank/pay/1',
    '//yoomoney.ru/pay',
    'https://yoomoney.ru.evil.test/pay',
    'https://evil.test/?https://yoomoney.ru',
    'http://yoomoney.ru/pay',
    'https://yoomoney.ru:8443/pay',
    'https://anna@yoomoney.ru/pay',
    'https://yoomoney.ru\\@evil.test/',
    'https:/\t/yoomoney.ru/',
    'javascript:alert(1)//https://yoomoney.ru',
    'data:text/html,https://yoomoney.ru',
    'https://',
  ])('may not be %j', (url) => expect(bankPage(url, config)).toBeNull())
})

describe('the link to that page', () => {
  test.each([
    ['https://yoomoney.ru/pay?id=1', 'https://yoomoney.ru/pay?id=1'],
    ['https://portal.test/bank/pay?id=1', '/bank/pay?id=1'],
    ['https://portal.test//evil.test', null],
    ['https://evil.test/', null],
    [null, null],
  ])('of %s is %s', (url, link) => expect(bankLink(url, config)).toBe(link))

  test('is null for a bank without https', () =>
    expect(bankLink('http://bank.test/1', { ...config, paymentOrigins: ['http://bank.test'] })).toBeNull())
})
