import { type Portal, type PortalSetup, startPortal } from './portal'

/** The portals of one worker: each is started when a test first needs one with that setup. */
export class Portals {
  readonly #running = new Map<string, Portal>()

  async withSetup(setup: PortalSetup): Promise<Portal> {
    const name = JSON.stringify(setup)
    const portal = this.#running.get(name) ?? (await startPortal(setup))
    this.#running.set(name, portal)
    return portal
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#running.values()].map((portal) => portal.stop()))
  }
}
