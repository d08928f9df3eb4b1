import { readFileSync } from 'node:fs'
import { inProject } from '../prepare/root.mjs'
import { npm } from '../prepare/run.mjs'

const read = (file) => JSON.parse(readFileSync(inProject(file), 'utf8'))

/** Packages that are in `dependencies` for `npm start`, but not part of the build's output. */
const BUILD_TOOLS = new Set(['@remix-run/dev', '@remix-run/route-config', 'esbuild', 'terser', 'vite'])

const nameOf = (ref) => ref.slice(0, ref.lastIndexOf('@'))

/** `name@version` of each package that production needs, from the dependencies in npm's list. */
function packagesOfProduction({ metadata, dependencies }) {
  const direct = Object.keys(read('package.json').dependencies).filter((name) => !BUILD_TOOLS.has(name))
  const edges = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
  const productionSet = new Set()
  const add = (refs) => {
    for (const ref of refs) {
      if (productionSet.has(ref)) continue
      productionSet.add(ref)
      add(edges.get(ref) ?? [])
    }
  }
  add(edges.get(metadata.component['bom-ref']).filter((ref) => direct.includes(nameOf(ref))))
  return productionSet
}

const isDevelopment = ({ name }) => name === 'cdx:npm:package:development'

/**
 * If a package is installed twice, npm may list the copy of development. A package installed under an alias is listed by
 * its own name, which scanners know.
 */
const ofProduction = ({ scope, properties, ...component }) => ({
  ...component,
  name: nameOf(component['bom-ref']),
  scope: properties.some(isDevelopment) ? 'required' : scope,
  properties: properties.filter((property) => !isDevelopment(property)),
})

/** The bill of materials of the packages in production, from package-lock.json: CycloneDX 1.5, as JSON. */
export async function billOfMaterials() {
  const json = await npm(
    'npm sbom failed.',
    ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'],
    { cwd: inProject() },
  )
  const bill = JSON.parse(json)
  // `--omit dev` would also leave out what production shares with development, such as express and react.
  const productionRefs = packagesOfProduction(bill)
  const root = bill.metadata.component['bom-ref']
  const isListed = (ref) => ref === root || productionRefs.has(ref)
  const components = bill.components.filter((component) => productionRefs.has(component['bom-ref']))
  return {
    ...bill,
    metadata: {
      ...bill.metadata,
      // npm names it after the folder.
      component: { ...bill.metadata.component, name: read('package.json').name },
    },
    components: components.map(ofProduction),
    dependencies: bill.dependencies
      .filter(({ ref }) => isListed(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isListed) })),
  }
}
