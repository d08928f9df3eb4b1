import { DomainError, Refusal } from 'api/http/refusal'

/** No letter about invoices had such a link. */
export class OffLinkUnknown extends DomainError {
  override readonly name = 'OffLinkUnknown'

  override refusal() {
    return new Refusal(422, { message: 'Ссылка устарела или скопирована не целиком.' })
  }
}
