import { describe, expect, it, test } from 'vitest'
import { maskAccount, maskAddress, maskPayer } from './masks'

describe('a masked address', () => {
  test.each([
    ['г. Тихобережск, ул. Зелёная, д. 14, кв. 31', 'г. Тихобережск, ул. Зе…, д. 14, кв. …'],
    ['г. Тихобережск, наб. Рыбацкая, д. 3', 'г. Тихобережск, наб. Ры…, д. …'],
    ['СНТ «Ветерок», участок 76_2', 'СНТ «Ве…», участок …'],
    ['г. Омск, ул. 8-я Советская, д. 12/2 корп. 3', 'г. Омск, ул. 8-я Со…, д. …'],
    ['Тихобережск', '…'],
    ['дом 7', 'дом …'],
    ['', ''],
    [' , ,', ''],
  ])('%s', (address, expected) => {
    expect(maskAddress(address)).toBe(expected)
  })

  test('never tells what it ends with, and no name whole but the town', () => {
    const mask = maskAddress('г. Тихобережск, Садовый проезд, вл. 5, строение 9, 41')
    expect(mask).toBe('г. Тихобережск, Са… пр…, вл. 5, ст… 9, …')
  })
})

describe('a masked account number', () => {
  test.each([
    ['4010031186', '••••\u00a01186'],
    ['12345678', '••••\u00a05678'],
    ['1234', '••••\u00a04'],
    ['7', '••••\u00a07'],
  ])('%s', (account, expected) => {
    expect(maskAccount(account)).toBe(expected)
  })
})

it.each([
  ['Иванов Пётр Сергеевич', 'И…в\u00a0П.\u00a0С.'],
  ['Воронцова Анна', 'В…а\u00a0А.'],
  ['  Ким   Ольга ', 'К…\u00a0О.'],
  ['Римский-Корсаков Николай Андреевич', 'Р…в\u00a0Н.\u00a0А.'],
  ['ООО «Ромашка»', 'О…\u00a0Р.'],
  ['Ли', 'Л…'],
  ['', '…'],
])('%s is shown as %s', (name, shown) => {
  expect(maskPayer(name)).toBe(shown)
})
