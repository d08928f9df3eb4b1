import { expect, it } from 'vitest'
import { maskPayer } from './payer-mask'

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
