import { expect, it } from 'vitest'
import { telHref } from './tel-href'

it.each([
  ['+78005553535', 'tel:+78005553535'],
  ['+7\u00a0(843)\u00a0711\u201122\u201144', 'tel:+78437112244'],
  ['104', 'tel:104'],
  ['8 (800) 555-35-35 доб. 2', 'tel:88005553535'],
  ['8 (800) 555-35-35 (доб. 2)', 'tel:88005553535'],
  ['+7 843 711-22-44,,2', 'tel:+78437112244'],
  ['+78437112244;ext=2', 'tel:+78437112244'],
  ['711-22-44/45', 'tel:7112244'],
])('%s is called as %s', (number, href) => {
  expect(telHref(number)).toBe(href)
})

it.each(['', ' ', '-', '2', '*100#', 'спросите в офисе', 'тел. 104', '7+7', '1'.repeat(21)])(
  '%j cannot be called',
  (number) => {
    expect(telHref(number)).toBeNull()
  },
)
