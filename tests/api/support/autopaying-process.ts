import { runSteps } from 'api/worker/worker'
import { type MortalOptions, openMortal } from './mortal-api'

/** A process that carries out due autopayments and may be killed. Its order is JSON in the first argument. */
const order: MortalOptions = JSON.parse(process.argv[2] ?? '')
const { wired, close } = await openMortal(order)
process.send?.('ready')
await runSteps(wired.steps)
await close()
process.disconnect?.()
