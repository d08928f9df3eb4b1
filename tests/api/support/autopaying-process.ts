import { runSteps } from 'api/worker/run-steps'
import { type MortalOptions, openMortal } from './mortal-api'

/** A process of its own that does what is due about autopayments, and may die of it. Its order is JSON in its first argument. */
const order: MortalOptions = JSON.parse(process.argv[2] ?? '')
const { wired, close } = await openMortal(order)
process.send?.('ready')
await runSteps(wired.steps)
await close()
process.disconnect?.()
