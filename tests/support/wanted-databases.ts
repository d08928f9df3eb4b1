export type DatabaseKind = 'sqlite' | 'postgres'

/** `npm run test:quick` leaves PostgreSQL out: its tests are not skipped, they are not there. */
export const wantedDatabases: readonly DatabaseKind[] =
  process.env.TEST_DATABASES === 'sqlite' ? ['sqlite'] : ['sqlite', 'postgres']
