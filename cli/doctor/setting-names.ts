import { readServerConfig, readStandaloneConfig } from 'api/server-config'
import { readMonitoringSettings } from 'monitoring/settings'
import type { Environment } from 'process/settings'
import { readPortalConfig } from '~/server/config.server'

/** Keeps the portal from creating a secret in DATA_DIR. */
const secret = { SESSION_SECRET: 'a secret of more than thirty-two characters' }

/** Settings that no reader below looks up. */
const readElsewhere = ['CHECK_API_PASSWORD', 'NODE_ENV', 'LOG_LEVEL']

/** The names of all settings, recorded while the readers look them up. */
export const settingNames = (): Set<string> => {
  const names = new Set(readElsewhere)
  const recording: Environment = new Proxy(secret, {
    get(target, name) {
      names.add(String(name))
      return Reflect.get(target, name)
    },
    has: () => {
      throw new Error('Read settings by name')
    },
    ownKeys: () => {
      throw new Error('Read settings by name')
    },
  })
  readPortalConfig(recording)
  readServerConfig(recording)
  readStandaloneConfig(recording)
  readMonitoringSettings(recording)
  return names
}

/** Shorter names resemble too many others, as HOST and HOME. */
const shortest = 6

/** Variables whose names resemble a setting: `PUBLC_URL` resembles `PUBLIC_URL`. */
export const misspelledSettings = (env: Environment): { name: string; meant: string }[] => {
  const names = settingNames()
  return Object.keys(env)
    .filter((name) => name.length >= shortest && !names.has(name))
    .flatMap((name) => {
      const meant = [...names].find((one) => one.length >= shortest && resembles(name, one))
      return meant === undefined ? [] : [{ name, meant }]
    })
}

/** One typing error in a short name, two in a long one. */
const resembles = (name: string, setting: string) => {
  const allowed = setting.length < 10 ? 1 : 2
  return Math.abs(name.length - setting.length) <= allowed && editDistance(name, setting) <= allowed
}

/** Letters to add, remove or change (Levenshtein). */
const editDistance = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1]
    for (const [column, other] of [...to].entries()) {
      const [left = 0, above = 0, diagonal = 0] = [next[column], row[column + 1], row[column]]
      next.push(Math.min(left + 1, above + 1, diagonal + (letter === other ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
