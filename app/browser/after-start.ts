import { watchForNewBuild } from './build-update'
import { reloadOnChunkErrors } from './chunk-reload'

/** What a page does once it has come alive, loaded after everything that it is drawn with. */
export function afterStart() {
  if (import.meta.env.DEV) return
  reloadOnChunkErrors()
  watchForNewBuild()
}
