import './prepare/node-version.mjs'
import { readEnvFile } from './prepare/env-file.mjs'
import { preparedDependencies } from './prepare/prepare.mjs'
import { enterProject, inProject } from './prepare/root.mjs'
import { run } from './prepare/run.mjs'
import { entry } from './prepare/stop.mjs'

const TSX = inProject('node_modules', 'tsx', 'dist', 'cli.mjs')

// tsx restarts the server when one of its files changes; vite reloads app/ in place.
await entry(async () => {
  enterProject()
  await preparedDependencies()
  readEnvFile()
  const args = [TSX, 'watch', '--clear-screen=false', '--exclude=build/**', '--exclude=data/**', 'server.ts']
  const env = { ...process.env, NODE_ENV: 'development' }
  process.exitCode = (await run(process.execPath, args, { show: true, env })).code
})
