import { readFileSync } from 'node:fs'
import { inProject } from '../prepare/root.mjs'
import { npm } from '../prepare/run.mjs'

const read = (file) => JSON.parse(readFileSync(inProject(file), 'utf8'))

/** Packages in `dependencies`, so that `npm start` installs them, which are no part of the build's output. */
const BUILD_TOOLS = new Set(['@remix-run/dev', '@remix-run/route-config', 'esbuild', 'terser', 'vite'])

const nameOf = (ref) => ref.slice(0, ref.lastIndexOf('@'))

/** `name@version` of each package that production needs, from the dependencies in npm's list. */
function packagesOfProduction({ metadata, dependencies }) {
  const direct = Object.keys(read('package.json').dependencies).filter((name) => !BUILD_TOOLS.has(name))
  const edges = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
  const found = new Set()
  const add = (refs) => {
    for (const ref of refs) {
      if (found.has(ref)) continue
      found.add(ref)
      add(edges.get(ref) ?? [])
    }
  }
  add(edges.get(metadata.component['bom-ref']).filter((ref) => direct.includes(nameOf(ref))))
  return found
}

const development = ({ name }) => name === 'cdx:npm:package:development'

/**
 * If a package is installed twice, npm may list the copy of development. A package installed under an alias is listed by
 * its own name, which scanners know.
 */
const ofProduction = ({ scope, properties, ...component }) => ({
  ...component,
  name: nameOf(component['bom-ref']),
  scope: properties.some(development) ? 'required' : scope,
  properties: properties.filter((property) => !development(property)),
})

/** The bill of materials of the packages in production, from package-lock.json: CycloneDX 1.5, as JSON. */
export async function billOfMaterials() {
  const written = await npm(
    'npm sbom failed.',
    ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'],
    { cwd: inProject() },
  )
  const bill = JSON.parse(written)
  // `--omit dev` would also leave out what production shares with development, such as express and react.
  const needed = packagesOfProduction(bill)
  const root = bill.metadata.component['bom-ref']
  const isListed = (ref) => ref === root || needed.has(ref)
  const listed = bill.components.filter((component) => needed.has(component['bom-ref']))
  return {
    ...bill,
    metadata: {
      ...bill.metadata,
      // npm names it after the folder.
      component: { ...bill.metadata.component, name: read('package.json').name },
    },
    components: listed.map(ofProduction),
    dependencies: bill.dependencies
      .filter(({ ref }) => isListed(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isListed) })),
  }
}
