import './prepare/node-version.mjs'
import { preparedDependencies } from './prepare/prepare.mjs'
import { entry } from './prepare/stop.mjs'

await entry(preparedDependencies)
