import { expect, test } from 'vitest'
import { receiptLink, receiptPage } from './receipt-link.server'

const local = { publicUrl: new URL('http://localhost:3000') }

test.each([
  ['https://receipts.test/check?id=1', 'https://receipts.test/check?id=1'],
  ['http://localhost:3000/sandbox-bank/receipt/1', '/sandbox-bank/receipt/1'],
  ['http://localhost:3000//evil.test', null],
  ['http://localhost:3001/sandbox-bank/receipt/1', null],
  ['http://receipts.test/1', null],
  ['https://anna@receipts.test/1', null],
  ['https://receipts.test\\@evil.test/', null],
  ['https://receipts.test/1#%', null],
  ['/sandbox-bank/receipt/1', null],
  ['//receipts.test/1', null],
  ['javascript:alert(1)//https://receipts.test', null],
  ['https://', null],
  ['', null],
  [null, null],
  [undefined, null],
])('the link to the receipt %s is %s', (url, link) => expect(receiptLink(url, local)).toBe(link))

test.each([
  ['https://receipts.test/1', 'https://receipts.test/1'],
  ['http://localhost:3000/sandbox-bank/receipt/1', 'http://localhost:3000/sandbox-bank/receipt/1'],
  ['http://receipts.test/1', null],
])('the whole address of the receipt %s is %s', (url, page) => expect(receiptPage(url, local)).toBe(page))
