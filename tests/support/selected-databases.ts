const kinds = ['sqlite', 'postgres'] as const

export type DatabaseKind = (typeof kinds)[number]

const { TEST_DATABASES = kinds.join() } = process.env

/** `TEST_DATABASES=sqlite` leaves PostgreSQL out: its tests do not exist then, rather than being skipped. */
export const selectedDatabases: readonly DatabaseKind[] = kinds.filter((kind) =>
  TEST_DATABASES.split(',').includes(kind),
)
