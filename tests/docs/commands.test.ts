import { readdirSync, readFileSync } from 'node:fs'
import type { CommandInput } from 'cli/command'
import { commands } from 'cli/command-list'
import { expect, test } from 'vitest'

const section =
  readFileSync('docs/operating/commands.md', 'utf8').split('\n## Commands\n')[1]?.split('\n## ')[0] ?? ''
/** The table's rows by the name of the command: its usage and its column about the operator log. */
const rows = new Map(
  section
    .split('\n')
    .map((line) => line.replaceAll('\\|', '¦').split(' | '))
    .flatMap(([usage = '', , log = '']) => {
      const [, typed, name] = /^\| `(([a-z-]+)[^`]*)`$/.exec(usage) ?? []
      return typed && name ? [[name, { typed: typed.replaceAll('¦', '|'), log }] as const] : []
    }),
)

const givenNothing: CommandInput = { positionals: [], has: () => false, text: () => undefined }

test('the table in docs/operating/commands.md has every command, and no other', () => {
  expect([...rows.keys()].sort()).toEqual(Object.keys(commands).sort())
})

test.each(Object.entries(commands))(
  '%s has its options in the table, and what is logged',
  (name, command) => {
    const { typed = '', log = '' } = rows.get(name) ?? {}
    for (const option of [...typed.matchAll(/--([a-z-]+)/g)].map(([, found = '']) => found))
      expect(Object.keys(command.options ?? {})).toContain(option)
    const isComplete = !typed.includes('…') || command.options === undefined
    if (isComplete && !typed.endsWith('…'))
      for (const option of Object.keys(command.options ?? {})) expect(typed).toContain(`--${option}`)
    const usual = command.logRule?.(givenNothing) ?? 'no'
    expect(log === '–').toBe(command.logRule === undefined)
    if (usual === 'reason optional') expect(log).toMatch(/^yes/)
    if (usual === 'reason required') expect(log).toContain('with a reason')
  },
)

test('the programs have the same commands, but for the one that is in cli/admin.ts alone', async () => {
  const own = /printCommandLine\(args, file, \{ (\w+) \}\)/.exec(readFileSync('cli/admin.ts', 'utf8'))?.[1]
  expect(section).toContain(`\`node build/api.js\` takes the same commands but \`${own}\``)
})

test('every command in the documents can be typed like that', () => {
  const subjects = readdirSync('docs/operating').map((name) => `docs/operating/${name}`)
  const pages = ['README.md', 'docs/operating.md', ...subjects]
    .map((page) => readFileSync(page, 'utf8'))
    .join('\n')
  const typed = [
    ...pages.matchAll(/(?:build\/(?:admin|api)\.js|npm run admin --|portal-admin) ([a-z-]+)([^\n`#>]*)/g),
  ]
  expect(typed.length).toBeGreaterThan(15)
  for (const [, name = '', rest = ''] of typed) {
    // Options of the API's server are no command.
    if (name.startsWith('--') || name === 'help' || name === 'completion' || name === 'doctor') continue
    const command = commands[name]
    expect(command, name).toBeDefined()
    for (const [, option = ''] of rest.matchAll(/ --([a-z-]+)/g))
      expect([...Object.keys(command?.options ?? {}), 'as', 'why'], `${name} --${option}`).toContain(option)
    if (
      command?.logRule?.({ ...givenNothing, has: (option) => rest.includes(`--${option}`) }) ===
      'reason required'
    )
      expect(rest, name).toContain('--why')
  }
})
