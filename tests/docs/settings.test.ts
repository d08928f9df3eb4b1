import { readdirSync, readFileSync } from 'node:fs'
import { readServerConfig, readStandaloneConfig } from 'api/server-config'
import { settingNames } from 'cli/doctor/checks/settings.check'
import { readMonitoringSettings } from 'monitoring/settings'
import { beforeAll, describe, expect, test } from 'vitest'
import { readPortalConfig } from '~/server/config.server'

type Environment = Record<string, string | undefined>

/** The settings in `.env.example` with their defaults; empty: there is none. */
const documented = new Map<string, string>()
/** Settings without a comment above them or above the previous setting. */
const unexplained: string[] = []

// Without it the portal creates a secret in DATA_DIR.
const SESSION_SECRET = 'a secret of more than thirty-two characters'

/** The servers' configurations for this environment. */
const configurations = (env: Environment) => [
  readPortalConfig(env),
  readServerConfig(env),
  readStandaloneConfig(env),
  readMonitoringSettings(env),
]

/** Environment variables that server code reads from `process.env` directly. */
const namesInSources = () => {
  const names = new Set<string>()
  const inFolders = ['app', 'api', 'contract', 'format', 'monitoring', 'process', 'cli'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  for (const file of ['server.ts', ...inFolders]) {
    if (!/[.]tsx?$/.test(file) || /[.]test[.]tsx?$/.test(file)) continue
    const source = readFileSync(file, 'utf8')
    for (const [, name = ''] of source.matchAll(/process\.env(?:\.|\[['"])([A-Z_]+)/g)) names.add(name)
  }
  return names
}

const sorted = (names: Iterable<string>) => [...names].sort()

beforeAll(() => {
  let explained = false
  for (const line of readFileSync('.env.example', 'utf8').split('\n')) {
    const [, name, value = ''] = /^#?([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? []
    if (name !== undefined) {
      documented.set(name, value)
      if (!explained) unexplained.push(name)
    } else explained = line.startsWith('# ')
  }
})

describe('.env.example', () => {
  test('has every setting that the servers read, and no other', () => {
    expect(sorted(documented.keys())).toEqual(sorted(settingNames()))
    expect(sorted(namesInSources()).filter((name) => !settingNames().has(name))).toEqual([])
  })

  test('has the defaults', () => {
    const defaults = Object.fromEntries(documented)
    expect(configurations({ ...defaults, SESSION_SECRET })).toEqual(configurations({ SESSION_SECRET }))
  })

  test('explains each setting', () => {
    expect(unexplained).toEqual([])
  })
})

describe('docs/settings.md', () => {
  const rows = () =>
    readFileSync('docs/settings.md', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.split('|').slice(1, 4))
  const namesIn = (text = '') => [...text.matchAll(/`([A-Z][A-Z0-9_]+)[=`]/g)].map(([, name = '']) => name)

  test('has a row for every setting, and one only', () => {
    const explained = rows().flatMap(([settings]) => namesIn(settings))
    expect(explained.toSorted()).toEqual(sorted(documented.keys()))
  })

  test('has only existing settings, with the defaults of .env.example', () => {
    const wrong = rows().filter(([settings, defaults = '']) =>
      namesIn(settings).some((name) => !defaults.includes(documented.get(name) ?? 'no such setting')),
    )
    expect(wrong).toEqual([])
  })
})
