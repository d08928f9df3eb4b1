import { symlinkSync } from 'node:fs'
import { build } from '../scripts/prepare/build.mjs'

// Stryker links the packages only after its build command.
symlinkSync(process.argv[2], 'node_modules')
await build()
