import { importProcess } from 'api/company-data'

/** A server in which an import runs: PROGRAM KIND FILE. */
const [program = '', , path = ''] = process.argv.slice(2)
await importProcess(program)({
  kind: 'payments',
  path,
  mapPath: undefined,
  switches: { apply: true, skipBad: false, confirmed: false },
  by: 'folder',
})
