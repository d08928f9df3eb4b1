import './prepare/node-version.mjs'
import { resolve } from 'node:path'
import { gather } from './bundle/gather.mjs'
import { preparedBuild } from './prepare/prepare.mjs'
import { entry, Stop } from './prepare/stop.mjs'

// For the container image, and for machines that get the built portal without its sources.
await entry(async () => {
  const [folder] = process.argv.slice(2)
  if (!folder)
    throw new Stop('Say which folder to gather the built portal in: node scripts/gather.mjs FOLDER')
  await preparedBuild()
  gather(resolve(folder))
})
