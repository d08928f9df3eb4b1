import { DomainError } from 'api/domain-error'

/** No calendar has this address, or it has none any more. */
export class CalendarUnknown extends DomainError {
  override readonly name = 'CalendarUnknown'
}
