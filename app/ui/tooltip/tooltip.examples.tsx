import { Button } from '../button/button'
import { Link } from '../link/link'
import { VisuallyHidden } from '../visually-hidden/visually-hidden'
import { Tooltip } from './tooltip'

export const title = 'Подсказка'

export const examples = {
  'У слова: само слово ведёт туда, где о нём сказано всем': () => (
    <p>
      В этом месяце{' '}
      <Tooltip text="Плата за каждый день просрочки. Если платить вовремя, пеней нет.">
        <Link to="/help/bill">пени</Link>
      </Tooltip>{' '}
      не начислены.
    </p>
  ),
  'У кнопки': () => (
    <Tooltip text="Файл откроется в любой таблице">
      <Button type="button" kind="secondary">
        Скачать CSV
      </Button>
    </Tooltip>
  ),
  'У значка': () => (
    <Tooltip text="Обновить список платежей">
      <Button type="button" kind="quiet" icon="repeat">
        <VisuallyHidden>Обновить</VisuallyHidden>
      </Button>
    </Tooltip>
  ),
}
