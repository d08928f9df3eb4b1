/** What to list: all that was created from one moment (included) to another (excluded), a page at a time. */
export interface GatewayListQuery {
  /** Moments. */
  from: string
  to: string
  /** Of the page before, where its `next` was not null; null: the first page. */
  cursor: string | null
}

/** A page of the gateway's list, in the gateway's order. It never throws. */
export type GatewayPage<Item> =
  /** `next`: the cursor of the next page; null on the last one. */
  | { kind: 'page'; items: Item[]; next: string | null }
  | { kind: 'refused' | 'turned-away'; code: string }
  /** No answer, or one that cannot be read whole: nothing may be concluded from what is missing. */
  | { kind: 'unknown'; reason: string }
