import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const app = new URL('../', import.meta.url)
const components = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /^(ui|layouts|features)[/].*[.]css$/.test(name),
)

test('a list without markers is a list to Safari too: its marker is empty, not `none`', () => {
  expect(components.length).toBeGreaterThan(40)
  const withNone = components.filter((name) =>
    /list-style(-type)?:[^;}]*\bnone\b/.test(readFileSync(new URL(name, app), 'utf8')),
  )
  expect(withNone).toEqual([])
})
