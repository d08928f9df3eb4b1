import { randomUUID } from 'node:crypto'
import { UsageError } from 'cli/command'
import { metersAnswer, readingHistoryAnswer, receiptAnswer } from 'contract/readings'
import { DAY } from 'format/durations'
import { beforeAll, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { type Browser, signedIn } from '../support/api-world'
import { importDay, openImportWorld, viewOf } from '../support/import-world'

const flat = '200100017'
const neighbour = '200100018'

const head =
  'id;account;service;unit;serial;digits;decimals;place;zones;verified_until;closed;read_on;t1;t2;t3'

const meterLine = (more: Partial<Record<string, string>> = {}) => {
  const line: Record<string, string | undefined> = {
    id: 'П-1',
    account: flat,
    service: 'Вода',
    unit: 'м³',
    serial: '1',
    digits: '5',
    decimals: '3',
    ...more,
  }
  return head
    .split(';')
    .map((name) => line[name] ?? '')
    .join(';')
}

const openWithAccounts = async (kind: 'sqlite' | 'postgres') => {
  const world = await openImportWorld(kind)
  await world.example('accounts', '--apply')
  const customer = async (email: string, account: string, code: string) => {
    const browser = await signedIn(world, email)
    expect((await viewOf(browser).add(account, code)).status).toBe(201)
    return browser
  }
  const path = (call: 'meters' | 'readings', account: string) => `/api/v1/personal/${call}/${account}`
  return {
    ...world,
    maria: () => customer('maria@mail.example', flat, '48271935'),
    andrey: () => customer('andrey@mail.example', neighbour, '90364418'),
    metersOf: async (browser: Browser, account: string) =>
      metersAnswer.parse((await browser.get(path('meters', account))).body).data.meters,
    historyOf: async (browser: Browser, account: string, query = '') =>
      readingHistoryAnswer.parse((await browser.get(path('readings', account) + query)).body).data,
    async send(browser: Browser, account: string, readings: object[], confirmed: string[] = []) {
      const answer = await browser.post(path('readings', account), { readings, confirmed }, randomUUID())
      expect(answer.status, answer.text).toBe(201)
      return receiptAnswer.parse(answer.body).data
    },
    importLines: (...all: string[]) =>
      world.run('meters', world.write('meters.csv', [head, ...all].join('\n')), '--apply'),
  }
}

describeOnEachDatabase('the meters of a company', (kind) => {
  const world = openForTests(() => openWithAccounts(kind))
  let maria: Browser
  let andrey: Browser

  beforeAll(async () => {
    expect(await world.example('meters', '--apply')).toContain(
      'Счётчики: новых 4, изменённых 0, прежних 0; новых показаний 5',
    )
    maria = await world.maria()
    andrey = await world.andrey()
  })

  it('are shown to their customers with what the company read last', async () => {
    expect(await world.metersOf(maria, flat)).toMatchObject([
      {
        service: 'Холодная вода',
        unit: 'м³',
        serial: '23-418806',
        place: 'санузел',
        digits: 5,
        decimals: 3,
        verifiedUntil: '2031-03-14',
        zones: [
          {
            zone: 't1',
            title: 'Расход',
            last: { value: '184.260', at: '2026-09-20T09:00:00.000Z', source: 'operator' },
          },
        ],
      },
      {
        service: 'Электроэнергия',
        zones: [
          { zone: 't1', title: 'День (Т1)', last: { value: '20418' } },
          { zone: 't2', title: 'Ночь (Т2)', last: { value: '9873' } },
        ],
      },
    ])
  })

  it('are not asked for once they are taken down, and keep their readings', async () => {
    expect((await world.metersOf(andrey, neighbour)).map(({ serial }) => serial)).toEqual(['26-300158'])
    const history = await world.historyOf(andrey, neighbour)
    expect(history.map(({ value }) => value).sort()).toEqual(['0.000', '611.904'])
    const old = history.find(({ value }) => value === '611.904')
    expect(await world.historyOf(andrey, neighbour, `?meter=${old?.meter}`)).toHaveLength(1)
  })

  it('change nothing when the same file is imported again', async () => {
    const rows = () =>
      Promise.all([
        world.database.db.selectFrom('meters').selectAll().orderBy('id').execute(),
        world.database.db.selectFrom('meter_readings').selectAll().orderBy('id').execute(),
      ])
    const before = await rows()
    expect(await world.example('meters', '--apply')).toContain(
      'новых 0, изменённых 0, прежних 4; новых показаний 0',
    )
    expect(await rows()).toEqual(before)
  })

  describe('after customers have sent readings', () => {
    beforeAll(async () => {
      world.pass(importDay.getTime() + 10 * DAY - world.now().getTime())
      const [water, power] = await world.metersOf(maria, flat)
      const receipt = await world.send(maria, flat, [
        { meter: water?.id, values: { t1: '188.5' } },
        { meter: power?.id, values: { t1: '20600', t2: '9900' } },
      ])
      expect(receipt.readings.map(({ previous, volume }) => [previous, volume])).toEqual([
        ['184.260', '4.240'],
        ['20418', '182'],
        ['9873', '27'],
      ])
      // It is after midnight in Moscow, and not yet in UTC.
      world.pass(12.5 * 60 * 60 * 1000)
      const [kitchen] = await world.metersOf(andrey, neighbour)
      await world.send(andrey, neighbour, [{ meter: kitchen?.id, values: { t1: '4' } }])
      await world.send(
        andrey,
        neighbour,
        [{ meter: kitchen?.id, values: { t1: '3.5' } }],
        [kitchen?.id ?? ''],
      )
    })

    const register = async (...options: string[]) =>
      (await world.operator('readings-register', ...options)).trimEnd().split('\r\n')

    it('gives them to the billing by day, with its own numbers of the meters', async () => {
      const [titles, ...lines] = await register(
        '2026-10-16',
        '--columns',
        'account,meter=Прибор,zone,value=Показание,previous,volume,period',
      )
      expect(titles).toBe('account;Прибор;zone;Показание;previous;volume;period')
      // They are of one moment.
      expect(lines.toSorted()).toEqual([
        `${flat};П-2001;t1;188,500;184,260;4,240;2026-10`,
        `${flat};П-2002;t1;20600;20418;182;2026-10`,
        `${flat};П-2002;t2;9900;9873;27;2026-10`,
      ])
    })

    it('has no consumption for the reading that a meter was imported with', async () => {
      const history = await world.historyOf(maria, flat)
      expect(history.find(({ value }) => value === '184.260')).toMatchObject({ isFirst: true })
      expect(history.find(({ value }) => value === '188.500')).not.toHaveProperty('isFirst')
    })

    it('says what corrects an earlier one, and no reading of the company’s', async () => {
      const lines = await register('2026-10-17', '--columns', 'day,meter,value,volume,corrects')
      expect(lines).toEqual([
        'day;meter;value;volume;corrects',
        '17.10.2026;П-2107;4,000;4,000;',
        '17.10.2026;П-2107;3,500;3,500;yes',
      ])
      expect(await register('2026-09-01', '--to', '2026-10-31')).toHaveLength(6)
    })

    it('leaves out older values of the billing, and takes the same and newer ones', async () => {
      expect(await world.example('meters', '--apply')).toContain(
        'новых 0, изменённых 0, прежних 4; новых показаний 0',
      )
      const water = (more: object) => meterLine({ id: 'П-2001', serial: '23-418806', ...more })
      const older = await world.importLines(water({ read_on: '2026-09-30', t1: '186' }))
      expect(older).toContain('изменённых 1, прежних 0; новых показаний 0, пропущено 1')
      const known = await world.importLines(water({ read_on: '16.10.2026', t1: '188,50' }))
      expect(known).toContain('прежних 1; новых показаний 0')
      expect(known).not.toContain('пропущено')
      const newer = await world.importLines(water({ read_on: '2026-10-17', t1: '189,0000' }))
      expect(newer).toContain('прежних 1; новых показаний 1')
      expect((await world.historyOf(maria, flat))[0]).toMatchObject({
        value: '189.000',
        volume: '0.500',
        source: 'operator',
      })
    })

    it('leaves the volume of a meter’s first reading empty in the register', async () => {
      await world.importLines(meterLine({ id: 'П-3', serial: '3' }))
      const meter = (await world.metersOf(maria, flat)).find(({ serial }) => serial === '3')
      await world.send(maria, flat, [{ meter: meter?.id, values: { t1: '7.5' } }])
      const lines = await register('2026-10-15', '--to', '2026-10-31', '--columns', 'meter,value,volume')
      expect(lines).toContain('П-3;7,500;')
    })
  })

  if (kind === 'sqlite')
    it.each([
      [[]],
      [['вчера']],
      [['2026-10-16', '--to', '2026-10-15']],
      [['2026-10-16', '--columns', 'day,sum']],
    ])('has a register that requires valid options: %j', async (options) => {
      await expect(world.operator('readings-register', ...options)).rejects.toThrow(UsageError)
    })
})

describeOnEachDatabase('a meter that the company has read this morning', (kind) => {
  const world = openForTests(() => openWithAccounts(kind))

  it('takes a reading of the customer’s at the moment at which it is sent', async () => {
    const morning = new Date('2026-10-20T06:00:00.000Z')
    world.pass(morning.getTime() - world.now().getTime())
    await world.importLines(meterLine({ read_on: '2026-10-20', t1: '100' }))
    world.pass(60_000)
    const maria = await world.maria()
    const [meter] = await world.metersOf(maria, flat)
    expect(meter?.zones).toMatchObject([{ last: { value: '100.000', at: morning.toISOString() } }])
    const receipt = await world.send(maria, flat, [{ meter: meter?.id, values: { t1: '105' } }])
    expect(receipt.acceptedAt).toBe(world.now().toISOString())
    expect(await world.importLines(meterLine({ read_on: '2026-10-20', t1: '100' }))).toContain(
      'прежних 1; новых показаний 0',
    )
  })
})

describeOnEachDatabase('a line about a meter', (kind) => {
  const world = openForTests(() => openWithAccounts(kind))

  beforeAll(async () => {
    await world.importLines(
      meterLine({ read_on: '2026-09-20', t1: '100' }),
      meterLine({
        id: 'П-9',
        zones: '2',
        digits: '3',
        decimals: '0',
        read_on: '2026-09-20',
        t1: '998',
        t2: '5',
      }),
    )
  })

  it('changes what may change, and keeps a meter’s place', async () => {
    const moved = meterLine({
      serial: '2',
      place: 'кухня',
      verified_until: '01.02.2030',
      closed: '2026-10-05',
    })
    expect(await world.importLines(moved)).toContain('новых 0, изменённых 1, прежних 0')
    const row = world.database.db.selectFrom('meters').selectAll().where('external_id', '=', 'П-1')
    expect(await row.executeTakeFirst()).toMatchObject({
      serial: '2',
      place: 'кухня',
      verified_until: '2030-02-01',
      closed_on: '2026-10-05',
      position: 1,
    })
    expect(await world.importLines(meterLine())).toContain('изменённых 1')
    expect(await row.executeTakeFirst()).toMatchObject({ closed_on: null })
  })

  it('takes a value that went through zero', async () => {
    const [reading] = await world.database.db
      .selectFrom('meter_readings')
      .innerJoin('meters', 'meters.id', 'meter_readings.meter_id')
      .select(['value', 'volume'])
      .where('external_id', '=', 'П-9')
      .where('zone', '=', 't1')
      .execute()
    expect(reading).toEqual({ value: 998, volume: 998 })
    const line = { id: 'П-9', zones: '2', digits: '3', decimals: '0', read_on: '2026-10-01', t1: '4' }
    expect(await world.importLines(meterLine(line))).toContain('новых показаний 1')
    const volumes = await world.database.db
      .selectFrom('meter_readings')
      .innerJoin('meters', 'meters.id', 'meter_readings.meter_id')
      .select('volume')
      .where('external_id', '=', 'П-9')
      .where('value', '=', 4)
      .execute()
    expect(volumes).toEqual([{ volume: 6 }])
  })

  // What is read of a line has nothing to do with the kind of the database.
  if (kind === 'sqlite')
    it.each([
      [{ account: '999' }, /столбец «account»: лицевого счёта 999 нет/],
      [{ account: neighbour }, /столбец «account»: .* для другого лицевого счёта/],
      [{ digits: '6' }, /столбец «digits»: .*у нового должен быть свой номер/],
      [{ decimals: '2' }, /столбец «decimals»: .*у нового должен быть свой номер/],
      [{ zones: '2' }, /столбец «zones»: .*у нового должен быть свой номер/],
      [{ zones: '4' }, /столбец «zones»: нужно число от 1 до 3/],
      [{ digits: '12' }, /столбец «digits»: нужно число от 1 до 9/],
      [{ digits: '' }, /столбец «digits»: пусто/],
      [{ serial: '' }, /столбец «serial»: пусто/],
      [{ verified_until: '2026' }, /столбец «verified_until»: .*не день/],
      [{ t1: '105' }, /столбец «read_on»: пусто/],
      [{ t1: '105', read_on: '2026-10-07' }, /столбец «read_on»: этот день ещё не наступил/],
      [{ t1: 'сто', read_on: '2026-10-01' }, /столбец «t1»: .*не число/],
      [{ t1: '123456', read_on: '2026-10-01' }, /столбец «t1»: у счётчика 5\sцифр до запятой и 3 после/],
      [{ t1: '1,2345', read_on: '2026-10-01' }, /столбец «t1»: у счётчика 5\sцифр до запятой и 3 после/],
      [{ t2: '1', read_on: '2026-10-01' }, /столбец «t2»: у счётчика 1\sзона, а показание — для другой/],
      [{ t1: '99', read_on: '2026-10-01' }, /столбец «t1»: меньше прошлого показания/],
      [{ t1: '101', read_on: '2026-09-20' }, /столбец «t1»: показание за этот день уже загружено/],
    ])('is bad: %j', async (more, complaint) => {
      await expect(world.importLines(meterLine(more))).rejects.toThrow(complaint)
    })

  it('is bad the second time in a file', async () => {
    await expect(world.importLines(meterLine(), meterLine({ serial: '7' }))).rejects.toThrow(
      /Строка 3, столбец «id»: уже есть/,
    )
  })
})
