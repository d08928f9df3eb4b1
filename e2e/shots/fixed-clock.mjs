// Loaded before the server: its clock starts at a given instant and goes on from there, so that the demo data, which
// leads up to today, is the same whenever pictures are taken.
const startedAt = Date.now()
const start = Date.parse('2026-10-20T10:00:00Z')
const now = () => start + (RealDate.now() - startedAt)

const RealDate = Date
globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(now())
    else super(...given)
  }

  static now() {
    return now()
  }
}
