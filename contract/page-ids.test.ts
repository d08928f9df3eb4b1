import { expect, test } from 'vitest'
import { withHeadingIds } from './page-ids'

test.each([
  ['<h2>Как платить?</h2>', '<h2 id="как-платить">Как платить?</h2>'],
  ['<h3>Пени 1/300, <em>с 31-го</em> дня</h3>', '<h3 id="пени-1-300-с-31-го-дня">'],
  ['<h2>Оплата&nbsp;&mdash; &laquo;Тихий берег&raquo; &amp; Ко</h2>', '<h2 id="оплата-тихий-берег-ко">'],
  ['<h2 lang="en">How to pay</h2>', '<h2 id="how-to-pay" lang="en">'],
  ['<h2>Ελληνικά ქართული</h2>', '<h2 id="ελληνικά-ქართული">'],
  ['<h2>Й</h2>', '<h2 id="й">'],
  ['<h2>…</h2>', '<h2 id="section">'],
])('the id of a heading is of its words: %s', (html, start) => {
  expect(withHeadingIds(html).startsWith(start)).toBe(true)
})

test('an id that is written stays, and equal headings are numbered around it', () => {
  expect(
    withHeadingIds('<h2>Цены</h2><h3>Цены</h3><h2 id="цены-2">Тарифы</h2><p id="тарифы"></p><h2>Тарифы</h2>'),
  ).toBe(
    '<h2 id="цены">Цены</h2><h3 id="цены-3">Цены</h3><h2 id="цены-2">Тарифы</h2><p id="тарифы"></p>' +
      '<h2 id="тарифы-2">Тарифы</h2>',
  )
})

test('no heading takes an id that the page has beside its text', () => {
  expect(withHeadingIds('<h2>Main</h2>', ['main'])).toBe('<h2 id="main-2">Main</h2>')
})
