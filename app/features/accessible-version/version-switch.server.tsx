import { paths } from '../../paths'

/** The way to the accessible version, at the top of every header of the usual one. */
export function VersionSwitch({ page }: { page: string }) {
  return (
    <form method="post" action={paths.accessibleVersion}>
      <input type="hidden" name="back" value={page} />
      <button type="submit">Версия для слабовидящих</button>
    </form>
  )
}
