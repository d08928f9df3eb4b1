/** The data of a company, in from its billing and out to its books. Other domains import only from here. */
export { changeColumns, changesAsCsv, readChangeColumns } from './changes/customer-changes'
export { reportWords } from './import/import.words'
export { type ImportName, importNames } from './import/import-outcome'
export { type ImportOrder, type ImportReport, runImport } from './import/run-import'
export { UnusableFile } from './import/unusable-file'
export { readingsAsCsv, readingsColumns, readReadingsColumns } from './readings/readings-register'
export { registerAsCsv, registerFor1c } from './register/print-register'
export { readRegisterColumns, registerColumns } from './register/register-columns'
