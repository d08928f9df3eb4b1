import { existsSync } from 'node:fs'
import { inProject } from './root.mjs'

/** Adds the settings of .env, if there is one, to the environment; existing variables stay. */
export function readEnvFile() {
  const file = inProject('.env')
  if (existsSync(file)) process.loadEnvFile(file)
}
