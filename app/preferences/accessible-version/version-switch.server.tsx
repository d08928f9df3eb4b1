import { paths } from '../../paths'
import { Icon } from '../../ui/icon/icon'

/** The button that turns the accessible version on, at the top of the usual header. */
export function VersionSwitch({ page }: { page: string }) {
  return (
    <form method="post" action={paths.accessibleVersion}>
      <input type="hidden" name="back" value={page} />
      <button type="submit">
        <Icon name="glasses" />
        <span>Версия для слабовидящих</span>
      </button>
    </form>
  )
}
