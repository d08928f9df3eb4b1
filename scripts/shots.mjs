import './prepare/node-version.mjs'
import { shots } from './check/shots.mjs'
import { prepareChromium } from './prepare/chromium.mjs'
import { preparedBuild, preparedDependencies } from './prepare/prepare.mjs'
import { enterProject } from './prepare/root.mjs'
import { entry } from './prepare/stop.mjs'

await entry(async () => {
  enterProject()
  await preparedDependencies()
  await preparedBuild()
  await prepareChromium()
  const { failed } = await shots(process.argv.slice(2))
  process.exitCode = failed === 0 ? 0 : 1
})
