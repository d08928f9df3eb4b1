import './prepare/node-version.mjs'
import { validate } from './check/validate.mjs'
import { preparedDependencies } from './prepare/prepare.mjs'
import { entry } from './prepare/stop.mjs'

await entry(async () => {
  await preparedDependencies()
  const { failed } = await validate()
  process.exitCode = failed === 0 ? 0 : 1
})
