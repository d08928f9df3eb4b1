import { DomainError } from 'api/domain-error'

/** No letter about invoices had such a link. */
export class OffLinkUnknown extends DomainError {
  override readonly name = 'OffLinkUnknown'
}
