import { parse } from 'node-html-parser'
import { expect, it } from 'vitest'
import { drawInRouter } from '../../../tests/support/draw-in-router'
import { Popover } from '../popover/popover'
import { Dropdown } from './dropdown'

const menu = (
  <Dropdown
    name="Действия со счётом"
    face="Действия"
    className="dots"
    theme="dots-dropdown"
    items={[
      { text: 'История', icon: 'clock', to: '/personal/history' },
      {
        text: 'Сделать основным',
        icon: 'star',
        post: { intent: 'set-default', account: '1' },
        pendingText: 'Меняем…',
        about: 'счёт 1',
      },
      { text: 'Удалить', icon: 'trash', tone: 'danger', to: '/personal/delete-account' },
    ]}
  />
)

it('is rendered on the server as a row of links and POST forms, without its button', async () => {
  const page = parse(await drawInRouter(menu))
  expect(page.querySelectorAll('a, button').map((item) => item.text)).toEqual([
    'История',
    'Сделать основным счёт 1',
    'Удалить',
  ])
  expect(page.querySelectorAll('a').map((link) => link.getAttribute('href'))).toEqual([
    '/personal/history',
    '/personal/delete-account',
  ])
  const form = page.querySelector('form')
  expect(form?.getAttribute('method')).toBe('post')
  expect(
    form?.querySelectorAll('input').map(({ attributes }) => [attributes.name, attributes.value]),
  ).toEqual([
    ['intent', 'set-default'],
    ['account', '1'],
  ])
  expect(form?.querySelector('button')?.getAttribute('type') ?? 'submit').toBe('submit')
})

it.each(['location-dropdown', 'dots-dropdown'] as const)(
  'with the theme %s has the base classes and those of the theme',
  async (theme) => {
    const plain = parse(
      await drawInRouter(
        <Popover name="Офисы" face="Офисы" className="offices">
          Слова
        </Popover>,
      ),
    ).querySelector('details > div')
    const themed = parse(
      await drawInRouter(
        <Popover name="Офисы" face="Офисы" className="offices" theme={theme}>
          Слова
        </Popover>,
      ),
    ).querySelector('details > div')
    expect(themed?.getAttribute('data-theme')).toBe(theme)
    expect(themed?.classList.value).toEqual([...(plain?.classList.value ?? []), theme])
    expect(plain?.classList.length).toBe(1)
  },
)
