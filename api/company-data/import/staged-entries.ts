import Sqlite from 'better-sqlite3'

/** The common fields of all records of a file. */
export interface Entry {
  /** Its first line in the file. */
  line: number
  account: string
  /** Unique in a file. */
  key: string
}

/** 4 MB: more would hardly be faster, and a server shares the machine. */
const cachePages = -4_000

/**
 * Keeps the records of a file, by account, in a temporary SQLite file of this process: a million of them do not fit
 * into memory, and a check must not write to the company's database. The caller closes it.
 */
export const stageEntries = <One extends Entry>() => {
  const file = new Sqlite('')
  file.pragma('journal_mode = off')
  file.pragma('synchronous = off')
  file.pragma(`cache_size = ${cachePages}`)
  file.exec(`create table keys (key text primary key) without rowid;
    create table entries (account text not null, line integer not null, entry text not null);
    begin`)
  const takeKey = file.prepare<[string]>('insert into keys (key) values (?) on conflict do nothing')
  const insert = file.prepare<[string, number, string]>(
    'insert into entries (account, line, entry) values (?, ?, ?)',
  )
  const after = file.prepare<[string, number], { entry: string }>(
    'select entry from entries where account > ? order by account, line limit ?',
  )
  const rest = file.prepare<[string, number], { entry: string }>(
    'select entry from entries where account = ? and line > ? order by line',
  )
  const read = ({ entry }: { entry: string }): One => JSON.parse(entry)

  return {
    /** Returns false if an earlier entry has the same key. */
    add(entry: One): boolean {
      if (takeKey.run(entry.key).changes === 0) return false
      insert.run(entry.account, entry.line, JSON.stringify(entry))
      return true
    },
    /** Builds the index after the last `add`, which is fastest. Returns the number of entries. */
    sort(): number {
      file.exec('create index entries_sorted on entries (account, line)')
      const [count] = file.prepare<[], { count: number }>('select count(*) as count from entries').all()
      return count?.count ?? 0
    },
    /** Returns about `most` entries of the accounts after this one, by account and line. Never splits an account. */
    next(account: string, most: number): One[] {
      const entries = after.all(account, most).map(read)
      const last = entries.at(-1)
      return last ? [...entries, ...rest.all(last.account, last.line).map(read)] : []
    },
    close() {
      file.close()
    },
  }
}

export type StagedEntries<One extends Entry> = ReturnType<typeof stageEntries<One>>
