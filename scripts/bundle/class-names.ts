import { basename } from 'node:path'

/**
 * Names a class by its file and itself, `header_logo`: hashes would add half a kilobyte to every page. Fails the build
 * when two files have the same name.
 */
export const classNames = () => {
  const owners = new Map<string, string>()
  return (local: string, id: string): string => {
    const [file = id] = id.split('?')
    const name = basename(file, '.module.css')
    const owner = owners.get(name) ?? file
    if (owner !== file) throw new Error(`${owner} and ${file} would share their classes: rename one of them`)
    owners.set(name, file)
    return `${name}_${local}`
  }
}
