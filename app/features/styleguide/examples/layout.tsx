import { Amount } from '~/ui/amount/amount'
import { Badge } from '~/ui/badge/badge'
import { Button } from '~/ui/button/button'
import { Chart, type ChartFrame, ChartLegend } from '~/ui/chart/chart'
import { DefinitionList } from '~/ui/definition-list/definition-list'
import { Panel } from '~/ui/panel/panel'
import { QrCode } from '~/ui/qr-code/qr-code'
import { Stack } from '~/ui/stack/stack'
import { Table } from '~/ui/table/table'
import type { ExampleGroup } from '../components.server'

const services = [
  { service: 'Отопление', volume: '1,284 Гкал', total: '3 102,18 ₽', paid: true },
  { service: 'Холодное водоснабжение', volume: '6 м³', total: '312,60 ₽', paid: true },
  {
    service: 'Обращение с твёрдыми коммунальными отходами и содержание общедомового имущества',
    volume: '54,2 м²',
    total: '1 847,22 ₽',
    paid: false,
  },
]

const chartFrame: ChartFrame = {
  width: 80,
  height: 190,
  levels: [
    { y: 160, text: '0' },
    { y: 86, text: '2\u00a0000' },
    { y: 12, text: '4\u00a0000' },
  ],
  labels: [
    { x: 12.5, text: '07.2026' },
    { x: 37.5, text: '08.2026' },
    { x: 62.5, text: '09.2026' },
    { x: 87.5, text: '10.2026' },
  ],
}

const columnLook = { fill: 'currentColor', fillOpacity: 0.25, stroke: 'currentColor' }

const estimateLook = { fill: 'none', stroke: 'currentColor', strokeDasharray: '4 3' }

const COLUMN_SAMPLE = 'M2 15V2h12V15z'

/** The smallest code there is, of the digits 12345. */
const qrDrawing = {
  size: 29,
  path: 'M4 4h7v1h-7zM12 4h1v1h-1zM15 4h2v1h-2zM18 4h7v1h-7zM4 5h1v1h-1zM10 5h1v1h-1zM13 5h1v1h-1zM18 5h1v1h-1zM24 5h1v1h-1zM4 6h1v1h-1zM6 6h3v1h-3zM10 6h1v1h-1zM14 6h1v1h-1zM16 6h1v1h-1zM18 6h1v1h-1zM20 6h3v1h-3zM24 6h1v1h-1zM4 7h1v1h-1zM6 7h3v1h-3zM10 7h1v1h-1zM12 7h1v1h-1zM14 7h1v1h-1zM18 7h1v1h-1zM20 7h3v1h-3zM24 7h1v1h-1zM4 8h1v1h-1zM6 8h3v1h-3zM10 8h1v1h-1zM12 8h3v1h-3zM16 8h1v1h-1zM18 8h1v1h-1zM20 8h3v1h-3zM24 8h1v1h-1zM4 9h1v1h-1zM10 9h1v1h-1zM12 9h1v1h-1zM14 9h2v1h-2zM18 9h1v1h-1zM24 9h1v1h-1zM4 10h7v1h-7zM12 10h1v1h-1zM14 10h1v1h-1zM16 10h1v1h-1zM18 10h7v1h-7zM12 11h5v1h-5zM4 12h1v1h-1zM8 12h1v1h-1zM10 12h4v1h-4zM15 12h1v1h-1zM17 12h5v1h-5zM24 12h1v1h-1zM4 13h5v1h-5zM12 13h1v1h-1zM15 13h2v1h-2zM19 13h1v1h-1zM21 13h2v1h-2zM5 14h1v1h-1zM8 14h5v1h-5zM15 14h1v1h-1zM18 14h3v1h-3zM24 14h1v1h-1zM4 15h1v1h-1zM6 15h1v1h-1zM9 15h1v1h-1zM11 15h2v1h-2zM14 15h1v1h-1zM17 15h2v1h-2zM20 15h5v1h-5zM5 16h3v1h-3zM9 16h3v1h-3zM16 16h3v1h-3zM24 16h1v1h-1zM12 17h2v1h-2zM16 17h3v1h-3zM22 17h3v1h-3zM4 18h7v1h-7zM12 18h1v1h-1zM16 18h2v1h-2zM21 18h1v1h-1zM23 18h1v1h-1zM4 19h1v1h-1zM10 19h1v1h-1zM15 19h2v1h-2zM19 19h1v1h-1zM21 19h1v1h-1zM23 19h1v1h-1zM4 20h1v1h-1zM6 20h3v1h-3zM10 20h1v1h-1zM12 20h1v1h-1zM15 20h1v1h-1zM18 20h3v1h-3zM22 20h3v1h-3zM4 21h1v1h-1zM6 21h3v1h-3zM10 21h1v1h-1zM14 21h3v1h-3zM19 21h1v1h-1zM21 21h1v1h-1zM23 21h2v1h-2zM4 22h1v1h-1zM6 22h3v1h-3zM10 22h1v1h-1zM14 22h2v1h-2zM18 22h5v1h-5zM4 23h1v1h-1zM10 23h1v1h-1zM14 23h1v1h-1zM17 23h2v1h-2zM20 23h1v1h-1zM22 23h2v1h-2zM4 24h7v1h-7zM12 24h2v1h-2zM16 24h3v1h-3zM22 24h3v1h-3z',
}

export const examples = {
  panel: {
    title: 'Карточка',
    states: {
      'Лицевой счёт': (
        <Panel
          title="Квартира на Садовой"
          aside={<Badge tone="due">К оплате до 10 ноября</Badge>}
          footer={
            <>
              <Button type="button" kind="quiet" size="small" icon="star">
                Сделать основным
              </Button>
              <Button type="button" kind="quiet" size="small" icon="trash">
                Удалить
              </Button>
            </>
          }
        >
          <Amount size="large" tone="due">
            3 214,56 ₽
          </Amount>
          <DefinitionList
            rows={[
              { term: 'Лицевой счёт', description: '1002003004' },
              {
                term: 'Адрес',
                description: 'г. Зеленодольск, ул. Академика Скульптора-Конёнкова, д. 128, кв. 1024',
              },
            ]}
          />
        </Panel>
      ),
      Тихая: <Panel tone="quiet">Показания принимаем с 15 по 25 число каждого месяца.</Panel>,
      'С акцентом': (
        <Panel tone="accent" title="Подтвердите почту">
          Мы отправили письмо на konstantin.konstantinopolskiy@example.ru.
        </Panel>
      ),
    },
  },
  stack: {
    title: 'Расстояния',
    states: {
      Столбец: (
        <Stack>
          <Panel>Первый</Panel>
          <Panel>Второй</Panel>
        </Stack>
      ),
      'Строка, которая переносится': (
        <Stack direction="row" gap="small">
          <Badge>По умолчанию</Badge>
          <Badge tone="due">К оплате</Badge>
          <Badge tone="paid">Оплачен</Badge>
        </Stack>
      ),
    },
  },
  table: {
    title: 'Таблица, на телефоне — карточки',
    states: {
      Начисления: (
        <Table
          caption="Начисления за октябрь 2026 года"
          columns={[
            { key: 'service', title: 'Услуга', cell: (row) => row.service, head: true },
            { key: 'volume', title: 'Объём', cell: (row) => row.volume, align: 'end' },
            { key: 'total', title: 'К оплате', cell: (row) => <Amount>{row.total}</Amount>, align: 'end' },
            {
              key: 'state',
              title: 'Состояние',
              cell: (row) => (
                <Badge tone={row.paid ? 'paid' : 'due'}>{row.paid ? 'Оплачено' : 'Не оплачено'}</Badge>
              ),
            },
          ]}
          rows={services}
          rowKey={(row) => row.service}
        />
      ),
    },
  },
  chart: {
    title: 'Диаграмма',
    states: {
      'Столбики с условными обозначениями': (
        <Stack>
          <ChartLegend
            items={[
              { text: 'начислено', sample: <path {...columnLook} d={COLUMN_SAMPLE} /> },
              { text: 'по оценке', sample: <path {...estimateLook} d={COLUMN_SAMPLE} /> },
            ]}
          />
          <Chart name="Начислено по месяцам: от 2 400 до 3 000 ₽" frame={chartFrame} sparseLabels>
            <path {...columnLook} d="M3 160V58h14V160zM23 160V71h14V160zM43 160V64h14V160z" />
            <path {...estimateLook} d="M63 160V49h14V160z" />
          </Chart>
        </Stack>
      ),
    },
  },
  'qr-code': {
    title: 'QR-код',
    states: {
      'На светлом при любых цветах': <QrCode drawing={qrDrawing} label="QR-код для примера" />,
    },
  },
} satisfies ExampleGroup
