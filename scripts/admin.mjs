import './prepare/node-version.mjs'
import { startServer } from './prepare/server.mjs'
import { entry } from './prepare/stop.mjs'

await entry(() => startServer('admin.js'))
