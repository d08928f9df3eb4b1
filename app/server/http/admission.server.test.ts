import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAdmission, type Rank, ranks } from './admission.server'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The fake clock takes a millisecond for each of the four turns of the event loop between two requests. */
const pauses = (count: number) => void vi.advanceTimersByTime(4 * count)

/** A server with this many places, and the log of what it decides. */
const serverOf = (capacity: number) => {
  const admission = createAdmission(capacity)
  const log: string[] = []
  return {
    log,
    arrive: (name: string, rank: Rank = 'guest', group = name) =>
      admission.arrive({
        rank,
        group,
        onAdmitted: () => log.push(name),
        onRefused: (why) => log.push(`${name} ${why === 'too many' ? 'turned away' : 'refused'}`),
      }),
  }
}

test('one is admitted at a time, and whoever has arrived by then in order of rank', () => {
  const { log, arrive } = serverOf(10)
  arrive('first')
  arrive('a guest')
  arrive('a customer', 'customer')
  arrive('a result', 'payment result')
  expect(log).toEqual(['first'])
  pauses(3)
  expect(log).toEqual(['first', 'a result', 'a customer', 'a guest'])
})

test('those who wait are admitted by rank, and by arrival in each', () => {
  const { log, arrive } = serverOf(1)
  const leave = arrive('first')
  const leaves = [
    arrive('a guest'),
    arrive('a guest’s form', 'guest form'),
    arrive('a customer', 'customer'),
    arrive('another customer', 'customer'),
    arrive('a customer’s form', 'customer form'),
    arrive('a result', 'payment result'),
  ]
  leave()
  for (const index of [5, 4, 2, 3, 1, 0]) {
    pauses(1)
    leaves[index]?.()
  }
  expect(log).toEqual([
    'first',
    'a result',
    'a customer’s form',
    'a customer',
    'another customer',
    'a guest’s form',
    'a guest',
  ])
})

test('one group leaves half of the places to others', () => {
  const { log, arrive } = serverOf(4)
  const leaves = ['1', '2', '3'].map((name) => arrive(name, 'guest', 'slow'))
  arrive('other')
  pauses(3)
  expect(log).toEqual(['1', '2', 'other'])
  leaves[0]?.()
  expect(log).toEqual(['1', '2', 'other', '3'])
})

test('customers, and guests, leave a quarter of the places to others', () => {
  for (const [rank, form, others] of [
    ['customer', 'customer form', 'guest'],
    ['guest', 'guest form', 'customer'],
  ] as const) {
    const { log, arrive } = serverOf(8)
    for (let nth = 1; nth <= 4; nth++) arrive(`page ${nth}`, rank)
    for (let nth = 1; nth <= 4; nth++) arrive(`form ${nth}`, form)
    pauses(10)
    expect(log).toHaveLength(6)
    arrive('other', others)
    arrive('result', 'payment result')
    pauses(2)
    expect(log.slice(6).toSorted()).toEqual(['other', 'result'])
  }
})

test('three others go between two forms of one group, by rank', () => {
  const { log, arrive } = serverOf(1)
  const leaves = new Map([['login 1', arrive('login 1', 'guest form', 'login')]])
  for (const name of ['login 2', 'login 3']) leaves.set(name, arrive(name, 'guest form', 'login'))
  for (const name of ['page 1', 'page 2', 'page 3']) leaves.set(name, arrive(name))
  leaves.set('a customer', arrive('a customer', 'customer'))
  for (let count = 0; count < 6; count += 1) {
    leaves.get(log.at(-1) ?? '')?.()
    pauses(1)
  }
  expect(log).toEqual(['login 1', 'a customer', 'page 1', 'page 2', 'login 2', 'page 3', 'login 3'])
})

test('in a burst a page waits 0.8 seconds, in a longer queue 0.4, a form and a result 8', () => {
  const { log, arrive } = serverOf(1)
  arrive('first')
  arrive('early')
  arrive('form', 'guest form')
  arrive('result', 'payment result')
  vi.advanceTimersByTime(780)
  arrive('late')
  expect(log).toEqual(['first'])
  vi.advanceTimersByTime(100)
  expect(log).toEqual(['first', 'early refused'])
  vi.advanceTimersByTime(250)
  expect(log).toHaveLength(2)
  vi.advanceTimersByTime(150)
  expect(log).toEqual(['first', 'early refused', 'late refused'])
  vi.advanceTimersByTime(6_700)
  expect(log).toHaveLength(3)
  vi.advanceTimersByTime(300)
  expect(log.slice(3)).toEqual(['result refused', 'form refused'])
})

test('those who wait for each other a moment are no queue', () => {
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
  expect(log.filter((name) => name.endsWith('refused'))).toEqual([])
})

test('after the queue has ended the next burst may wait again', () => {
  const { log, arrive } = serverOf(1)
  const leave = arrive('first')
  arrive('refused')
  vi.advanceTimersByTime(2_000)
  leave()
  arrive('second')
  arrive('patient')
  vi.advanceTimersByTime(700)
  expect(log).toEqual(['first', 'refused refused', 'second'])
})

test('a request that leaves the queue is not admitted; leaving twice frees one place', () => {
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

test('after the process did not run for a second, a few who had a place are admitted, many are refused', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const turnsOfTheLoop = async (count: number) => {
    for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
  const quiet = serverOf(100)
  const busy = serverOf(100)
  for (let nth = 0; nth <= 10; nth += 1) quiet.arrive(`${nth}`)
  for (let nth = 0; nth <= 11; nth += 1) busy.arrive(`${nth}`)
  vi.advanceTimersByTime(1_000)
  await turnsOfTheLoop(100)
  expect(quiet.log).toEqual(Array.from({ length: 11 }, (_, nth) => `${nth}`))
  expect(busy.log.filter((name) => name.endsWith('refused'))).toHaveLength(11)
})

test('the 501st of a rank is refused at once', () => {
  const { log, arrive } = serverOf(1)
  for (let index = 0; index <= 501; index++) arrive(`${index}`)
  expect(log).toEqual(['0', '501 turned away'])
})

test('in a full queue the newest of the largest group gives way to others', () => {
  const { log, arrive } = serverOf(1)
  const leave = arrive('first')
  for (let nth = 1; nth <= 501; nth++) arrive(`login ${nth}`, 'guest form', 'login')
  arrive('payment', 'guest form', 'pay')
  expect(log).toEqual(['first', 'login 501 turned away', 'login 500 turned away'])
  leave()
  pauses(1)
  expect(log.at(-1)).toBe('login 1')
})

test('in a full queue of two equal groups nobody gives way', () => {
  const { log, arrive } = serverOf(1)
  arrive('first')
  for (let nth = 1; nth <= 250; nth++) for (const group of ['a', 'b']) arrive(group, 'guest form', group)
  arrive('late', 'guest form', 'a')
  expect(log).toEqual(['first', 'late turned away'])
})

test('whatever comes and goes, the places are kept and everybody is answered once', () => {
  const step = fc.oneof(
    fc.record({ rank: fc.constantFrom(...ranks), group: fc.constantFrom('a', 'b', 'c') }),
    fc.record({ leaves: fc.nat(30) }),
    fc.record({ ms: fc.integer({ min: 0, max: 3_000 }) }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 6 }), fc.array(step, { maxLength: 60 }), (capacity, steps) => {
      const admission = createAdmission(capacity)
      const answers: string[][] = []
      const leaves: (() => void)[] = []
      const inWork = new Map<number, string>()
      const rankInWork = new Map<number, Rank>()
      for (const one of steps) {
        if ('ms' in one) vi.advanceTimersByTime(one.ms)
        else if ('leaves' in one) {
          // Gone before the next one is admitted in its place.
          inWork.delete(one.leaves)
          rankInWork.delete(one.leaves)
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
                inWork.set(index, one.group)
                rankInWork.set(index, one.rank)
              },
              onRefused: () => answered.push('refused'),
            }),
          )
        }
        const groups = [...inWork.values()]
        expect(groups.length).toBeLessThanOrEqual(capacity)
        for (const group of groups)
          expect(groups.filter((name) => name === group).length).toBeLessThanOrEqual(Math.ceil(capacity / 2))
        for (const audience of ['customer', 'guest']) {
          const places = [...rankInWork.values()].filter((rank) => rank.startsWith(audience))
          expect(places.length).toBeLessThanOrEqual(Math.ceil((capacity * 3) / 4))
        }
      }
      for (const leave of leaves) leave()
      pauses(1)
      for (const answered of answers) expect(answered.length).toBeLessThanOrEqual(1)
      const after: string[] = []
      admission.arrive({
        rank: 'guest',
        group: 'a',
        onAdmitted: () => after.push('admitted'),
        onRefused: () => after.push('refused'),
      })
      expect(after).toEqual(['admitted'])
    }),
  )
})
