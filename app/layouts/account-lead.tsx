import type { NamedAccount } from './named-account'

/** Says below a page's heading whose it is, also on paper, which has no account switcher. */
export function AccountLead({ account: { name, address } }: { account: NamedAccount }) {
  return (
    <>
      <p>{name}</p>
      {address && <p>{address}</p>}
    </>
  )
}
