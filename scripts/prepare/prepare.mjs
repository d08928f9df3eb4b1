import { build, isBuildFresh } from './build.mjs'
import { ALL, areDependenciesReady, FOR_BUILD, prepareDependencies } from './dependencies.mjs'
import { alone } from './lock.mjs'

async function prepared(extent) {
  if (!areDependenciesReady(extent)) await alone(() => prepareDependencies(extent))
}

/** Ensures that all dependencies are installed, also those of tests. */
export const preparedDependencies = () => prepared(ALL)

/** Ensures that the dependencies of the build and of the servers are installed. */
export const preparedForBuild = () => prepared(FOR_BUILD)

/** Ensures that the production build is up to date; installs only what that needs. */
export async function preparedBuild({ always = false } = {}) {
  if (!always && areDependenciesReady(FOR_BUILD) && isBuildFresh()) return
  await alone(async () => {
    await prepareDependencies(FOR_BUILD)
    if (always || !isBuildFresh()) await build()
  })
}
