import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Arrival, createAdmission, type RequestClass, requestClasses } from './admission.server'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Turns of the event loop. */
const turns = (count: number) => {
  for (let nth = 0; nth < count; nth += 1) vi.advanceTimersToNextTimer()
}
/** All that can be admitted in so many milliseconds. */
const pauses = (ms: number) => void vi.advanceTimersByTime(ms)

type Details = Partial<Pick<Arrival, 'client' | 'route' | 'isCustomer'>>

/** A server with this many places, and the log of what it decides. By default each request is of another client. */
const serverOf = (capacity: number) => {
  const admission = createAdmission(capacity)
  const log: string[] = []
  const waiting = (requestClass: RequestClass) => admission.depths().waiting[requestClass]
  const arrive = (name: string, requestClass: RequestClass = 'guest page', details: Details = {}) =>
    admission.arrive({
      requestClass,
      isCustomer: requestClass.startsWith('customer'),
      client: name,
      route: name,
      ...details,
      onAdmitted: () => log.push(name),
      onRefused: (why) => log.push(`${name} refused: ${why}`),
    })
  return { log, arrive, waiting }
}

/**
 * One place, which a request holds; all others wait. `serve` ends it and so many of the others, one after another, and
 * returns their names.
 */
const busyServer = () => {
  const { log, arrive, waiting } = serverOf(1)
  const leaves = new Map([['first', arrive('first')]])
  return {
    log,
    waiting,
    arrive(name: string, requestClass?: RequestClass, details?: Details) {
      leaves.set(name, arrive(name, requestClass, details))
    },
    leave: (name: string) => leaves.get(name)?.(),
    serve(count: number) {
      const from = log.length
      for (let nth = 0; nth < count; nth += 1) {
        leaves.get(log.at(-1) ?? '')?.()
        pauses(1)
      }
      return log.slice(from)
    },
  }
}

test('one is admitted at a time: the event loop turns before the next one', () => {
  const { log, arrive } = serverOf(10)
  for (const name of ['one', 'two', 'three']) arrive(name)
  expect(log).toEqual(['one'])
  turns(1)
  expect(log).toEqual(['one', 'two'])
  turns(1)
  expect(log).toEqual(['one', 'two', 'three'])
})

test('after one that kept the event loop for long it turns four times', () => {
  const admission = createAdmission(10)
  const log: string[] = []
  for (const name of ['long', 'next'])
    admission.arrive({
      requestClass: 'guest page',
      isCustomer: false,
      client: name,
      route: name,
      onAdmitted: () => {
        log.push(name)
        vi.setSystemTime(Date.now() + 5)
      },
      onRefused: () => log.push('refused'),
    })
  turns(3)
  expect(log).toEqual(['long'])
  turns(1)
  expect(log).toEqual(['long', 'next'])
})

describe('whatever floods the server', () => {
  const shares = {
    'payment result': 1,
    'customer form': 1,
    'customer page': 5,
    'guest form': 1,
    'guest page': 2,
  } satisfies Record<RequestClass, number>

  test('each class gets its part of every ten admissions', () => {
    const { arrive, serve } = busyServer()
    for (let nth = 0; nth < 100; nth += 1)
      for (const requestClass of requestClasses) arrive(`${requestClass} ${nth}`, requestClass)
    for (let round = 0; round < 10; round += 1) {
      const served = serve(10)
      for (const requestClass of requestClasses)
        expect(served.filter((name) => name.startsWith(requestClass))).toHaveLength(shares[requestClass])
    }
  })

  test.each(requestClasses)(
    'a %s waits for one round at most beside floods of all others',
    (requestClass) => {
      const { arrive, serve } = busyServer()
      for (const other of requestClasses)
        if (other !== requestClass) for (let nth = 0; nth < 400; nth += 1) arrive(`${other} ${nth}`, other)
      serve(3)
      arrive('wanted', requestClass)
      expect(serve(10)).toContain('wanted')
    },
  )

  test('a turn that a class does not need passes to the others', () => {
    const { arrive, serve } = busyServer()
    for (let nth = 0; nth < 5; nth += 1) arrive(`${nth}`)
    expect(serve(5)).toEqual(['0', '1', '2', '3', '4'])
  })

  test('the clients of a class take turns, each with its oldest request', () => {
    const { arrive, serve } = busyServer()
    for (const client of ['flood', 'flood', 'flood', 'flood', 'visitor', 'other', 'visitor'])
      arrive(`${client} ${Math.random()}`, 'guest page', { client })
    expect(serve(7).map((name) => name.split(' ')[0])).toEqual([
      'flood',
      'visitor',
      'other',
      'flood',
      'visitor',
      'flood',
      'flood',
    ])
  })
})

describe('places', () => {
  test('one route leaves half of them to others', () => {
    const { log, arrive } = serverOf(4)
    const leaves = ['1', '2', '3'].map((name) => arrive(name, 'guest page', { route: 'slow' }))
    arrive('other')
    pauses(3)
    expect(log).toEqual(['1', '2', 'other'])
    leaves[0]?.()
    expect(log).toEqual(['1', '2', 'other', '3'])
  })

  test.each([
    { isCustomer: true, classes: ['customer page', 'customer form', 'payment result'], others: 'guest page' },
    { isCustomer: false, classes: ['guest page', 'guest form', 'payment result'], others: 'customer page' },
  ] as const)(
    'those of one kind of visitors leave a quarter to others: %j',
    ({ isCustomer, classes, others }) => {
      const { log, arrive } = serverOf(8)
      for (const requestClass of classes)
        for (let nth = 1; nth <= 3; nth += 1) arrive(`${requestClass} ${nth}`, requestClass, { isCustomer })
      pauses(12)
      expect(log).toHaveLength(6)
      arrive('other', others)
      pauses(2)
      expect(log.slice(6)).toEqual(['other'])
    },
  )

  test('leaving twice frees one; a request that has left is not admitted', () => {
    const { log, arrive } = serverOf(1)
    const leave = arrive('first')
    arrive('gone')()
    arrive('second')
    arrive('third')
    leave()
    leave()
    pauses(3)
    expect(log).toEqual(['first', 'second'])
  })
})

describe('a wait', () => {
  /** When the request of this class is taken out of its queue, in milliseconds. */
  const refusedAfter = (
    requestClass: RequestClass,
    { waiting, arrive }: ReturnType<typeof serverOf>,
    name = 'late',
  ) => {
    arrive(name, requestClass)
    const before = waiting(requestClass) ?? 0
    let ms = 0
    for (; waiting(requestClass) === before; ms += 10) vi.advanceTimersByTime(10)
    return ms
  }

  test.each(['customer page', 'guest page'] as const)('of a %s is 0.8 seconds at most in a burst', (name) => {
    const server = serverOf(1)
    server.arrive('first')
    const ms = refusedAfter(name, server)
    expect(ms).toBeGreaterThan(800)
    expect(ms).toBeLessThanOrEqual(920)
  })

  test('of a page is 0.4 seconds at most once there has been a queue for long', () => {
    const server = serverOf(1)
    server.arrive('first')
    for (let nth = 0; nth < 20; nth += 1) {
      server.arrive(`${nth}`)
      vi.advanceTimersByTime(100)
    }
    expect(server.waiting('guest page')).toBeLessThanOrEqual(5)
  })

  test('of less than 0.15 seconds is no queue', () => {
    const { log, arrive } = serverOf(1)
    let leave = arrive('first')
    for (let visitor = 0; visitor < 20; visitor += 1) {
      const next = arrive('next')
      vi.advanceTimersByTime(100)
      leave()
      leave = next
    }
    arrive('patient')
    vi.advanceTimersByTime(700)
    leave()
    expect(log.at(-1)).toBe('patient')
  })

  test('is long again after the queue has been empty', () => {
    const server = serverOf(1)
    const leave = server.arrive('first')
    server.arrive('early')
    vi.advanceTimersByTime(3_000)
    leave()
    server.arrive('second')
    server.arrive('patient')
    vi.advanceTimersByTime(700)
    expect(server.waiting('guest page')).toBe(1)
  })

  test.each(['customer form', 'guest form', 'payment result'] as const)('of a %s is 8 seconds', (name) => {
    const server = serverOf(1)
    server.arrive('first')
    const ms = refusedAfter(name, server)
    expect(ms).toBeGreaterThan(8_000)
    expect(ms).toBeLessThanOrEqual(8_120)
  })

  test('that a pause of the whole process has caused is not held against anybody', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const { log, arrive } = serverOf(100)
    for (let nth = 0; nth < 10; nth += 1) arrive(`${nth}`)
    vi.setSystemTime(Date.now() + 5_000)
    vi.advanceTimersByTime(60)
    for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    expect(log).toEqual(Array.from({ length: 10 }, (_, nth) => `${nth}`))
  })

  test('that is too long ends in a refusal', () => {
    const { log, arrive } = serverOf(1)
    arrive('first')
    arrive('late')
    vi.advanceTimersByTime(800)
    expect(log).toEqual(['first'])
    vi.advanceTimersByTime(150)
    expect(log).toEqual(['first', 'late refused: too late'])
  })
})

describe('when 500 of a class wait', () => {
  test('the next one is refused, of another class not', () => {
    const { log, arrive, waiting } = busyServer()
    for (let nth = 1; nth <= 501; nth += 1) arrive(`${nth}`, 'guest form')
    arrive('customer', 'customer form')
    expect([waiting('guest form'), waiting('customer form')]).toEqual([500, 1])
    vi.advanceTimersByTime(1_010)
    expect(log).toEqual(['first', '501 refused: too many'])
  })

  test('a refusal is answered half a second after the arrival: who asks again at once costs little', () => {
    const { log, arrive, leave } = busyServer()
    for (let nth = 1; nth <= 500; nth += 1) arrive(`${nth}`, 'guest form')
    arrive('refused', 'guest form')
    arrive('gone', 'guest form')
    vi.advanceTimersByTime(490)
    expect(log).toEqual(['first'])
    leave('gone')
    vi.advanceTimersByTime(20)
    expect(log).toEqual(['first', 'refused refused: too many'])
  })

  test('the newest of the busiest client gives way to others', () => {
    const { log, arrive, serve } = busyServer()
    for (let nth = 1; nth <= 500; nth += 1) arrive(`flood ${nth}`, 'guest form', { client: 'flood' })
    arrive('visitor', 'guest form')
    expect(serve(2)).toEqual(['flood 1', 'visitor'])
    vi.advanceTimersByTime(1_010)
    expect(log.at(-1)).toBe('flood 500 refused: too many')
  })

  test('nobody gives way to a client that has as many', () => {
    const { log, arrive } = busyServer()
    for (let nth = 1; nth <= 250; nth += 1)
      for (const client of ['a', 'b']) arrive(`${client} ${nth}`, 'guest form', { client })
    arrive('late', 'guest form', { client: 'a' })
    vi.advanceTimersByTime(1_010)
    expect(log).toEqual(['first', 'late refused: too many'])
  })
})

test('whatever comes and goes, the places are kept and everybody is answered once', () => {
  const step = fc.oneof(
    fc.record({
      requestClass: fc.constantFrom(...requestClasses),
      isCustomer: fc.boolean(),
      client: fc.constantFrom('x', 'y'),
      route: fc.constantFrom('a', 'b', 'c'),
    }),
    fc.record({ leaves: fc.nat(30) }),
    fc.record({ ms: fc.integer({ min: 0, max: 3_000 }) }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 6 }), fc.array(step, { maxLength: 60 }), (capacity, steps) => {
      const admission = createAdmission(capacity)
      const answers: string[][] = []
      const leaves: (() => void)[] = []
      const inWork = new Map<number, Pick<Arrival, 'route' | 'isCustomer'>>()
      for (const one of steps) {
        if ('ms' in one) vi.advanceTimersByTime(one.ms)
        else if ('leaves' in one) {
          // Gone before the next one is admitted in its place.
          inWork.delete(one.leaves)
          leaves[one.leaves]?.()
        } else {
          const index = leaves.length
          const answered: string[] = []
          answers.push(answered)
          leaves.push(
            admission.arrive({
              ...one,
              onAdmitted: () => {
                answered.push('admitted')
                inWork.set(index, one)
              },
              onRefused: () => answered.push('refused'),
            }),
          )
        }
        const all = [...inWork.values()]
        expect(admission.depths().inWork).toBe(all.length)
        expect(all.length).toBeLessThanOrEqual(capacity)
        for (const { route, isCustomer } of all) {
          expect(all.filter((other) => other.route === route).length).toBeLessThanOrEqual(
            Math.ceil(capacity / 2),
          )
          expect(all.filter((other) => other.isCustomer === isCustomer).length).toBeLessThanOrEqual(
            Math.ceil((capacity * 3) / 4),
          )
        }
      }
      for (const leave of leaves) leave()
      vi.advanceTimersByTime(10_000)
      for (const answered of answers) expect(answered.length).toBeLessThanOrEqual(1)
      expect(admission.depths().inWork).toBe(0)
      expect(Object.values(admission.depths().waiting)).toEqual([0, 0, 0, 0, 0])
      const after: string[] = []
      admission.arrive({
        requestClass: 'guest page',
        isCustomer: false,
        client: 'x',
        route: 'a',
        onAdmitted: () => after.push('admitted'),
        onRefused: () => after.push('refused'),
      })
      expect(after).toEqual(['admitted'])
    }),
  )
})
