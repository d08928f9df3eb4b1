import { describe, expect, it, vi } from 'vitest'
import { createWorker } from './worker'

const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 4_000 })

const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() }
const never = 1_000_000

describe('the background worker', () => {
  it('runs its steps in their order at the start and again when woken', async () => {
    const ran: string[] = []
    const step = (name: string) => ({
      name,
      run: async () => {
        ran.push(name)
      },
    })
    const worker = createWorker({ steps: [step('first'), step('second')], log, everyMs: never })
    worker.start()
    await until(() => expect(ran).toEqual(['first', 'second']))
    worker.wake()
    await until(() => expect(ran).toEqual(['first', 'second', 'first', 'second']))
    await worker.stop()
  })

  it('runs them from time to time without being woken', async () => {
    const run = vi.fn(async () => {})
    const worker = createWorker({ steps: [{ name: 'step', run }], log, everyMs: 1 })
    worker.start()
    await until(() => expect(run.mock.calls.length).toBeGreaterThan(3))
    await worker.stop()
  })

  it('never runs two rounds at once, and misses no waking that comes during one', async () => {
    let running = 0
    let most = 0
    let rounds = 0
    let goOn = () => {}
    const run = async () => {
      running++
      most = Math.max(most, running)
      await new Promise<void>((resolve) => {
        goOn = resolve
      })
      rounds++
      running--
    }
    const worker = createWorker({ steps: [{ name: 'step', run }], log, everyMs: never })
    worker.start()
    worker.wake()
    worker.wake()
    goOn()
    await until(() => {
      expect(rounds).toBe(1)
      expect(running).toBe(1)
    })
    goOn()
    await until(() => expect(rounds).toBe(2))
    await worker.stop()
    expect({ most, rounds }).toEqual({ most: 1, rounds: 2 })
  })

  it('goes on after a step that fails, and tells the log', async () => {
    const run = vi.fn(async () => {})
    const failing = {
      name: 'failing',
      run: async () => {
        throw new Error('no database')
      },
    }
    const worker = createWorker({ steps: [failing, { name: 'step', run }], log, everyMs: 1 })
    worker.start()
    await until(() => expect(run.mock.calls.length).toBeGreaterThan(1))
    await worker.stop()
    expect(log.error).toHaveBeenCalledWith(expect.objectContaining({ step: 'failing' }), expect.any(String))
  })

  it('stops after what is under way, and stays stopped', async () => {
    let finish = () => {}
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    const run = vi.fn(async () => {})
    const worker = createWorker({ steps: [{ name: 'step', run, finish: () => finished }], log, everyMs: 1 })
    worker.start()
    await until(() => expect(run).toHaveBeenCalled())
    let stopped = false
    const stopping = worker.stop().then(() => {
      stopped = true
    })
    const before = run.mock.calls.length
    worker.wake()
    await new Promise((resolve) => setImmediate(resolve))
    expect(stopped).toBe(false)
    finish()
    await stopping
    worker.wake()
    worker.start()
    expect(run).toHaveBeenCalledTimes(before)
  })

  describe('with a step that does not end', () => {
    /** The first run ends on demand, later ones at once. */
    const stuck = () => {
      let end = () => {}
      const first = new Promise<void>((resolve) => {
        end = resolve
      })
      const run = vi.fn(async () => {}).mockImplementationOnce(() => first)
      return { step: { name: 'stuck', run }, end }
    }

    it('goes on with the others, and begins it again only when it has ended', async () => {
      const { step, end } = stuck()
      const run = vi.fn(async () => {})
      const worker = createWorker({ steps: [step, { name: 'step', run }], log, everyMs: 1, waitsMs: 1 })
      worker.start()
      await until(() => expect(run.mock.calls.length).toBeGreaterThan(3))
      expect(step.run).toHaveBeenCalledTimes(1)
      expect(log.error).toHaveBeenCalledWith({ step: 'stuck' }, expect.stringContaining('too long'))
      end()
      await until(() => expect(step.run.mock.calls.length).toBeGreaterThan(1))
      await worker.stop()
    })

    it('is stalled for as long as the step takes longer than it may', async () => {
      const { step, end } = stuck()
      const worker = createWorker({ steps: [step], log, everyMs: never, waitsMs: 1, mayTakeMs: 20 })
      worker.start()
      expect(worker.isStalled()).toBe(false)
      await until(() => expect(worker.isStalled()).toBe(true))
      end()
      await until(() => expect(worker.isStalled()).toBe(false))
      await worker.stop()
    })

    it('is not stalled by one that may take its time', async () => {
      const { step, end } = stuck()
      const slow = { ...step, mayTakeMs: never }
      const other = stuck()
      const worker = createWorker({
        steps: [slow, other.step],
        log,
        everyMs: never,
        waitsMs: 1,
        mayTakeMs: 20,
      })
      worker.start()
      await until(() => expect(worker.isStalled()).toBe(true))
      other.end()
      await until(() => expect(worker.isStalled()).toBe(false))
      expect(step.run).toHaveBeenCalledTimes(1)
      end()
      await worker.stop()
    })
  })

  it('can be stopped without having been started', async () => {
    const worker = createWorker({ steps: [], log })
    await expect(worker.stop()).resolves.toBeUndefined()
  })
})
