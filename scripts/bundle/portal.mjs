import { inProject } from '../prepare/root.mjs'
import { runOrStop } from '../prepare/run.mjs'

const REMIX = inProject('node_modules', '@remix-run', 'dev', 'dist', 'cli.js')

/** Runs Remix's build: build/client for browsers, and build/server/index.js, which the server's bundle includes. */
export async function buildPortal() {
  const env = { ...process.env, NODE_ENV: 'production' }
  await runOrStop('The pages did not build.', process.execPath, [REMIX, 'vite:build'], {
    cwd: inProject(),
    env,
  })
}
