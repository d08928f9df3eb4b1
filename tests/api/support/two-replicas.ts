import type { DatabaseKind } from '../../support/databases'
import { openApiWorld } from './api-world'
import { addToRegister } from './billing-register'
import { faultyGateway } from './faulty-gateway'
import { replicaStarter } from './start-replica'

/**
 * Opens a world with a faulty gateway, and a second replica in a process whose clock is ahead. Call it at the top of a
 * test file.
 */
export const twoReplicasOpener = () => {
  const startReplica = replicaStarter()

  return async (kind: DatabaseKind, clockOffsetMs: number) => {
    const gateway = faultyGateway()
    const world = await openApiWorld(kind, { aroundGateway: gateway.around })
    const second = await startReplica(world, { clockOffsetMs })
    return {
      gateway,
      world,
      second,
      /** Moves the clock two hours ahead, past the limits of earlier tests; returns the number of a new account. */
      async nextAccount(): Promise<string> {
        world.pass(2 * 3_600_000)
        gateway.reset()
        return addToRegister(world.database.db)
      },
      async close() {
        await second.stop()
        await world.close()
      },
    }
  }
}
