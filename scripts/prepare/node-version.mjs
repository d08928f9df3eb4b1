// Imported first by every entry script: an old Node fails here with one clear line.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 20 || (major === 20 && minor < 18)) {
  console.error(`Node.js 20.18 or newer is needed, this is ${process.versions.node}: see https://nodejs.org`)
  process.exit(1)
}
// As in `engines` of package.json.
if (![20, 22, 24].includes(major))
  console.error(`Node.js ${process.versions.node} has not been tried here: 20.18 and newer, 22 and 24 have.`)
