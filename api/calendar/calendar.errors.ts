import { DomainError, notFound } from 'api/http/refusal'

/** No calendar has this address, or it has none any more. */
export class CalendarUnknown extends DomainError {
  override readonly name = 'CalendarUnknown'

  override refusal() {
    return notFound()
  }
}
