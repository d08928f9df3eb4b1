/** Version 13 has the interface of version 12, and no types of its own. */
declare module 'better-sqlite3-13' {
  import Sqlite from 'better-sqlite3'
  export = Sqlite
}
