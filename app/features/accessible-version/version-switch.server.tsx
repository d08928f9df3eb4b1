import { paths } from '../../paths'

/** The button that turns the accessible version on, at the top of the usual header. */
export function VersionSwitch({ page }: { page: string }) {
  return (
    <form method="post" action={paths.accessibleVersion}>
      <input type="hidden" name="back" value={page} />
      <button type="submit">Версия для слабовидящих</button>
    </form>
  )
}
