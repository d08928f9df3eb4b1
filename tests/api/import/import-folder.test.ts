import { execFile, spawn } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { importFolderStep, importProcess, type RunImport } from 'api/company-data'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import {
  environmentOf,
  examples,
  type ImportWorld,
  importHere,
  openImportWorld,
} from '../support/import-world'
import { testProgram } from '../support/test-programs'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const operator = 'operator@company.example'
const settled = 6_000
const program = testProgram('admin')
const parent = testProgram('import-parent-process')

/** A watched folder, and the server's step that watches it. */
const watch = async (world: ImportWorld) => {
  const folder = join(world.fresh.dataDir, `import-${Math.random().toString(36).slice(2)}`)
  mkdirSync(folder)
  const ended: string[] = []
  const replica = (runImport: RunImport = importHere(world)) =>
    importFolderStep({
      folder,
      reportTo: operator,
      site: world.config,
      database: world.database,
      log: world.log,
      clock: world.now,
      runImport,
      onEnd: (kind, outcome) => void ended.push(`${kind} ${outcome}`),
    })
  const step = replica()
  const runs = async (one = step) => {
    await one.run(() => {})
    await one.finish?.()
  }
  return {
    folder,
    ended,
    replica,
    step,
    runs,
    put: (name: string, text: string) => writeFileSync(join(folder, name), text),
    example(kind: string, name = `${kind}.csv`) {
      // The process of an import has its own clock, and a day must have begun.
      const text = readFileSync(`${examples}/${kind}.csv`, 'utf8').replaceAll('.2026', '.2020')
      writeFileSync(join(folder, name), text)
      copyFileSync(`${examples}/${kind}.yaml`, join(folder, `${kind}.yaml`))
    },
    /** Long enough for files to count as complete, and for a second try. */
    async later(one = step) {
      await runs(one)
      world.pass(settled)
      await runs(one)
    },
    files: (...names: string[]) => {
      try {
        return readdirSync(join(folder, ...names))
          .filter((name) => name.endsWith('.csv') || name.endsWith('.txt') || name.endsWith('.part'))
          .sort()
      } catch {
        return []
      }
    },
    present: (...names: string[]) => readdirSync(join(folder, ...names)),
    read: (...names: string[]) => readFileSync(join(folder, ...names), 'utf8'),
  }
}

describeOnEachDatabase('the import folder', (kind) => {
  const world = openForTests(() => openImportWorld(kind))
  let watched: Awaited<ReturnType<typeof watch>>

  beforeAll(async () => {
    watched = await watch(world)
  })

  const letters = async () => (await world.letters()).filter(({ to }) => to === operator)
  const payments = async () => (await world.rows()).payments.length

  it('imports files in the order in which they need each other, and moves them with their reports', async () => {
    watched.example('payments', 'payments-2026-10-05.csv')
    watched.example('accounts')
    const withProcesses = watched.replica(importProcess(program(), environmentOf(world)))
    await watched.later(withProcesses)
    await watched.runs(withProcesses)
    expect(watched.files()).toEqual([])
    expect(watched.files('done')).toEqual([
      'accounts.csv',
      'accounts.report.txt',
      'payments-2026-10-05.csv',
      'payments-2026-10-05.report.txt',
    ])
    expect(watched.read('done', 'payments-2026-10-05.report.txt')).toBe(
      'Прочитано: 2\u00a0строки\nПлатежи: новых 2, изменённых 0, прежних 0\nЗаписано\n',
    )
    expect(watched.ended).toEqual(['accounts written', 'payments written'])
    rmSync(join(watched.folder, 'payments.yaml'))
    expect(await payments()).toBe(2)
  })

  it('mails the report, and has the runs in the operator log', async () => {
    const [first, second] = await letters()
    expect([first?.subject, second?.subject].sort()).toEqual([
      'Файл accounts.csv загружен',
      'Файл payments-2026-10-05.csv загружен',
    ])
    const log = await world.operatorLog()
    expect(log.map(({ operator, action }) => `${operator}: ${action}`).sort()).toEqual([
      'folder: import accounts',
      'folder: import payments',
    ])
  })

  it('reports whose requisites a changed file of columns has changed', async () => {
    const map = watched.read('accounts.yaml')
    watched.example('accounts', 'accounts-2.csv')
    watched.put('accounts.yaml', map.replace('ТСЖ «Липовая аллея»', 'ТСН «Липовая»'))
    await watched.later()
    expect(watched.read('done', 'accounts-2.report.txt')).toContain(
      'прежних 3; изменены реквизиты получателей: 1 (lipovaya-alleya)',
    )
    expect((await letters()).at(-1)?.text).toContain('изменены реквизиты получателей: 1 (lipovaya-alleya)')
  })

  it('leaves a file alone while it grows, and while it is called .part', async () => {
    watched.put('payments-2.csv.part', 'id;account;day;amount\nп1;200100017;2020-10-01;1,00\n')
    watched.put('payments-3.csv', 'id;account;day;amount\n')
    await watched.runs()
    world.pass(settled)
    watched.put('payments-3.csv', 'id;account;day;amount\nп2;200100017;2020-10-01;1,50\n')
    await watched.runs()
    expect(watched.files()).toEqual(['payments-2.csv.part', 'payments-3.csv'])
    await watched.later()
    expect(watched.files()).toEqual(['payments-2.csv.part'])
    renameSync(join(watched.folder, 'payments-2.csv.part'), join(watched.folder, 'payments-2.csv'))
  })

  it('writes nothing of a file with a bad line, and tells no values of it in report and letter', async () => {
    const before = await payments()
    await letters()
    watched.put(
      'payments-4.csv',
      'id;account;day;amount\nп4;200100017;2020-10-01;1,00\nп5;200100018;2020-10-01;Орлова\nп6;777;2020-10-01;2,00\n',
    )
    await watched.later()
    await watched.runs()
    expect(await payments()).toBe(before + 1)
    expect(watched.files('failed')).toEqual(['payments-4.csv', 'payments-4.report.txt'])
    const report = watched.read('failed', 'payments-4.report.txt')
    expect(report).toContain('Строка 3, столбец «amount»: «…» — не сумма: нужно «1 234,56» или «1234.56»')
    expect(report).toContain('Строка 4, столбец «account»: лицевого счёта из этой строки нет')
    const letter = (await letters()).find(({ subject }) => subject.includes('payments-4'))
    expect(letter?.subject).toBe('Файл payments-4.csv не загружен')
    for (const text of [report, letter?.text ?? '']) {
      expect(text).toContain('ничего не записано')
      expect(text).not.toMatch(/Орлова|777|200100018/)
    }
  })

  it('leaves a newer file that took the name of one while it was imported, and imports it in its turn', async () => {
    const before = await payments()
    const head = 'id;account;day;amount\n'
    const overwritten = watched.replica(async (order) => {
      const ended = await importHere(world)(order)
      watched.put(
        'payments-8.csv.part',
        `${head}н2;200100017;2020-10-02;4,00\nн3;200100018;2020-10-02;5,00\n`,
      )
      renameSync(join(watched.folder, 'payments-8.csv.part'), join(watched.folder, 'payments-8.csv'))
      return ended
    })
    watched.put('payments-8.csv', `${head}н1;200100017;2020-10-02;3,00\n`)
    await watched.later(overwritten)
    expect(await payments()).toBe(before + 1)
    expect(watched.files()).toContain('payments-8.csv')
    const ofBoth = () => watched.files('done').filter((name) => name.startsWith('payments-8.'))
    expect(ofBoth()).toEqual([expect.stringMatching(/^payments-8\.\d{8}T\d{6}Z\.report\.txt$/)])

    await watched.later()
    expect(await payments()).toBe(before + 3)
    expect(watched.files()).not.toContain('payments-8.csv')
    expect(ofBoth()).toHaveLength(3)
    expect(watched.read('done', 'payments-8.report.txt')).toContain('новых 2')
  })

  it('takes a name in capital letters, as Windows programs write it', async () => {
    watched.put('PAYMENTS-9.CSV', 'id;account;day;amount\nп9;200100017;2020-10-01;9,00\n')
    await watched.later()
    expect(watched.read('done', 'PAYMENTS-9.CSV.report.txt')).toContain('новых 1')
  })

  it.each(['реестр.csv', 'payments.xlsx'])(
    'moves %s to failed, and mails once that its name tells no table',
    async (name) => {
      await letters()
      watched.put(name, 'id;account;day;amount\nп8;200100017;2020-10-01;1,00\n')
      await watched.later()
      await watched.later()
      expect(watched.present()).not.toContain(name)
      expect(watched.present('failed')).toContain(name)
      const reported = name.endsWith('.csv') ? 'реестр' : name
      const report = watched.read('failed', `${reported}.report.txt`)
      expect(report).toMatch(
        /^По имени файла не понять, какая это таблица.*payments\.csv.*\nНичего не записано\n$/,
      )
      const about = (await letters()).filter(({ subject }) => subject === `Файл ${name} не загружен`)
      expect(about.map(({ text }) => text.includes('По имени файла не понять'))).toEqual([true])
    },
  )

  it('leaves files of columns and what a program has locked where they are', async () => {
    const kept = ['.hidden', '~$payments.xlsx', 'payment.yaml', 'invoices.csv.filepart']
    for (const name of kept) watched.put(name, 'a')
    await watched.later()
    await watched.later()
    expect(watched.present()).toEqual(expect.arrayContaining(kept))
    for (const name of kept) rmSync(join(watched.folder, name))
  })

  it('says why a file can’t be read at all', async () => {
    watched.put('payments-5.csv', 'nothing of it')
    await watched.later()
    expect(watched.read('failed', 'payments-5.report.txt')).toMatch(/Не\u00a0?\s?сказано, откуда брать/)
  })

  describe('when a process dies', () => {
    const table = 'id;account;day;amount\nу1;200100017;2020-10-02;3,30\nу2;200100018;2020-10-02;3,30\n'

    it('keeps the file of an import without a result, and tries it again', async () => {
      const before = await payments()
      const broken = watched.replica(async () => ({ result: null, complaint: 'killed' }))
      watched.put('payments-6.csv', table)
      await watched.later(broken)
      expect(watched.files()).toContain('payments-6.csv')
      expect(watched.ended.at(-1)).toBe('payments failed')
      expect(await payments()).toBe(before)
      await watched.later()
      expect(watched.files('done')).toContain('payments-6.csv')
      expect(await payments()).toBe(before + 2)
    })

    it('ends an import with the server that has begun it', async () => {
      const before = await payments()
      const rows = Array.from({ length: 20_000 }, (_, at) => `к${at};200100017;2020-10-02;1,00`)
      const file = world.write('payments-of-the-killed.csv', ['id;account;day;amount', ...rows].join('\n'))
      const isRunning = async () =>
        (await promisify(execFile)('ps', ['-eo', 'args'])).stdout.includes(`import payments ${file}`)
      const server = spawn(process.execPath, [parent(), program(), 'payments', file], {
        env: environmentOf(world),
        stdio: 'ignore',
      })
      await vi.waitUntil(isRunning, { timeout: 60_000 })
      server.kill('SIGKILL')
      await vi.waitUntil(async () => !(await isRunning()), { timeout: 60_000 })
      expect(await payments()).toBe(before)
    })

    it('imports a file once though the server died after its import and before it was moved', async () => {
      const before = await payments()
      watched.put('payments-7.csv', table.replaceAll('у', 'ф').replaceAll('3,30', '3,40'))
      let written: () => void = () => {}
      const isWritten = new Promise<void>((resolve) => {
        written = resolve
      })
      let bury: () => void = () => {}
      const isBuried = new Promise<void>((resolve) => {
        bury = resolve
      })
      // What the dead server had begun: its lease is still there.
      const dead = watched.replica(async (order) => {
        await importHere(world)(order)
        written()
        await isBuried
        return { result: null, complaint: 'the server died' }
      })
      // Else it would renew its lease for as long as this process lives.
      onTestFinished(async () => {
        bury()
        await dead.finish?.()
      })
      await dead.run(() => {})
      world.pass(settled)
      await dead.run(() => {})
      await isWritten
      expect(await payments()).toBe(before + 2)

      await watched.later()
      expect(watched.files(), 'the lease is kept').toContain('payments-7.csv')
      world.pass(120_000)
      await watched.runs()
      expect(watched.files()).not.toContain('payments-7.csv')
      expect(watched.read('done', 'payments-7.report.txt')).toContain('новых 0, изменённых 0, прежних 2')
      expect(await payments()).toBe(before + 2)
    })
  })
})
