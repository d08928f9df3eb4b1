import './prepare/node-version.mjs'
import { preparedBuild } from './prepare/prepare.mjs'
import { entry } from './prepare/stop.mjs'

await entry(() => preparedBuild({ always: true }))
