import { existsSync } from 'node:fs'
import { inProject } from './root.mjs'

/** Adds the settings of .env, where there is one, to the environment; what is set there already stays. */
export function readEnvFile() {
  const file = inProject('.env')
  if (existsSync(file)) process.loadEnvFile(file)
}
