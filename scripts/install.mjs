import './prepare/node-version.mjs'
import { preparedForBuild } from './prepare/prepare.mjs'
import { entry } from './prepare/stop.mjs'

await entry(preparedForBuild)
