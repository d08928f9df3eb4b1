import { build, isBuildFresh } from './build.mjs'
import { areDependenciesReady, prepareDependencies } from './dependencies.mjs'
import { alone } from './lock.mjs'

/** Makes sure that the dependencies are installed. */
export async function preparedDependencies() {
  if (!areDependenciesReady()) await alone(prepareDependencies)
}

/** Makes sure that the dependencies are installed and the production build is the one of these sources. */
export async function preparedBuild({ always = false } = {}) {
  if (!always && areDependenciesReady() && isBuildFresh()) return
  await alone(async () => {
    await prepareDependencies()
    if (always || !isBuildFresh()) await build()
  })
}
