import { pathToFileURL } from 'node:url'
import { readEnvFile } from './env-file.mjs'
import { preparedBuild } from './prepare.mjs'
import { enterProject, inProject } from './root.mjs'

/**
 * Prepares what is missing and runs build/`file` in this process, so that signals and the exit code are the server's.
 * NODE_ENV stays the operator's.
 */
export async function startServer(file) {
  enterProject()
  await preparedBuild()
  readEnvFile()
  const server = inProject('build', file)
  process.argv[1] = server
  await import(pathToFileURL(server).href)
}
