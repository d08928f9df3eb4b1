import type { Queries } from 'api/db/database'
import { takeKeys } from './import-keys.repository'

/** Leaves out the entries whose key the file has had before, and tells `onRepeated` of them. */
export const firstOfEach = async <Entry>(
  trx: Queries,
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string,
  onRepeated: (entry: Entry) => void,
): Promise<Entry[]> => {
  const fresh = await takeKeys(trx, entries.map(keyOf))
  return entries.filter((entry) => {
    // Each key is found once: by the first entry of the batch that has it.
    const isFirst = fresh.delete(keyOf(entry))
    if (!isFirst) onRepeated(entry)
    return isFirst
  })
}
