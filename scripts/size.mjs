import './prepare/node-version.mjs'
import { size } from './check/size.mjs'
import { preparedBuild } from './prepare/prepare.mjs'
import { entry } from './prepare/stop.mjs'

await entry(async () => {
  await preparedBuild()
  const { failed } = size()
  process.exitCode = failed === 0 ? 0 : 1
})
