import { build, isBuildFresh } from './build.mjs'
import { areDependenciesReady, prepareDependencies } from './dependencies.mjs'
import { alone } from './lock.mjs'

/** Ensures that the dependencies are installed. */
export async function preparedDependencies() {
  if (!areDependenciesReady()) await alone(prepareDependencies)
}

/** Ensures that the dependencies are installed and the production build is up to date. */
export async function preparedBuild({ always = false } = {}) {
  if (!always && areDependenciesReady() && isBuildFresh()) return
  await alone(async () => {
    await prepareDependencies()
    if (always || !isBuildFresh()) await build()
  })
}
