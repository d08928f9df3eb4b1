import type { Database } from 'api/db/database'
import { sql } from 'kysely'

/** Runs `work` while the database refuses to log the end of any command (stage `done`), as without disk space. */
export const whileEndsAreRefused = async <Result>(
  { db, dialect }: Pick<Database, 'db' | 'dialect'>,
  work: () => Promise<Result>,
): Promise<Result> => {
  const run = (statement: string) => sql.raw(statement).execute(db)
  if (dialect === 'sqlite')
    await run(
      "create trigger ends before insert on operator_log when new.stage = 'done' begin select raise(abort, 'no space'); end",
    )
  else {
    await run(
      "create or replace function refuse_end() returns trigger language plpgsql as $$ begin raise exception 'no space'; end $$",
    )
    await run(
      "create trigger ends before insert on operator_log for each row when (new.stage = 'done') execute function refuse_end()",
    )
  }
  try {
    return await work()
  } finally {
    await run(`drop trigger ends${dialect === 'sqlite' ? '' : ' on operator_log'}`)
  }
}
