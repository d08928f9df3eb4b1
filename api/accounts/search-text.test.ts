import { expect, it } from 'vitest'
import { searchText, searchWords } from './accounts.repository'

it('keeps the number, title and address as plain words', () => {
  expect(searchText('4010028513', 'Квартира', 'г. Тихобережск, пер. Зелёный, д. 14/2, кв. 27')).toBe(
    '4010028513 квартира г тихобережск пер зеленый д 14 2 кв 27',
  )
  expect(searchText('4010028513', null, 'СНТ «Ветерок»')).toBe('4010028513 снт ветерок')
})

it('reads what is typed in the same way', () => {
  expect(searchWords(' ЗЕЛЁНЫЙ,  д.14')).toEqual(['зеленый', 'д', '14'])
  expect(searchWords('Зеле\u0308ныи\u0306')).toEqual(['зеленый'])
  expect(searchWords('%_*')).toEqual([])
})
