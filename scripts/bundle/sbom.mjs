import { readFileSync } from 'node:fs'
import { inProject } from '../prepare/root.mjs'
import { npm } from '../prepare/run.mjs'

const read = (file) => JSON.parse(readFileSync(inProject(file), 'utf8'))

/** `name@version` of each package that production needs, by package-lock.json. */
const packagesOfProduction = () =>
  new Set(
    Object.entries(read('package-lock.json').packages)
      .filter(([path, { dev }]) => path !== '' && !dev)
      .map(([path, { name, version }]) => `${name ?? path.split('node_modules/').at(-1)}@${version}`),
  )

const development = ({ name }) => name === 'cdx:npm:package:development'

/**
 * Of a package that is there twice, npm may list the copy that only development has. One that is installed under another
 * name is listed by its own, by which scanners know it.
 */
const ofProduction = ({ scope, properties, ...component }) => ({
  ...component,
  name: component['bom-ref'].slice(0, component['bom-ref'].lastIndexOf('@')),
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
  const needed = packagesOfProduction()
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
