import { describe, expect, it } from 'vitest'
import { healthOf, healthRoutes } from './health'

const alive = { status: 200, text: 'ok' }

interface State {
  stalled: boolean
  database: string
  problems: string[]
}

describe('the health of an API', () => {
  const of = ({ stalled = false, database = 'answers', problems = [] }: Partial<State> = {}) => {
    let questions = 0
    const health = healthOf({
      worker: { isStalled: () => stalled, isStopped: () => false },
      content: { problems: () => problems },
      async askDatabase() {
        questions += 1
        if (database === 'fails') throw new Error('no connection')
        if (database === 'says nothing') await new Promise(() => {})
      },
      withinMs: 20,
    })
    return { health, questions: () => questions }
  }

  it('is good when all is well', async () => {
    const { health } = of()
    expect(await health.live()).toEqual(alive)
    expect(await health.ready()).toEqual({ status: 200, text: 'ready' })
  })

  it('says that content is stale, for which no restart and no rest is needed', async () => {
    const { health } = of({ problems: ['site.json:3: it is no JSON'] })
    expect(await health.live()).toEqual({ status: 200, text: 'ok, content: stale' })
    expect(await health.ready()).toEqual({ status: 200, text: 'ready' })
  })

  it.each(['fails', 'says nothing'])('names a database that %s, which no restart mends', async (database) => {
    const { health } = of({ database })
    expect(await health.live()).toEqual(alive)
    expect(await health.ready()).toEqual({ status: 503, text: 'not ready: database' })
  })

  it('asks for a restart when the worker stands still while the database answers', async () => {
    const { health } = of({ stalled: true })
    expect(await health.live()).toEqual({ status: 503, text: 'stalled: worker' })
    expect(await health.ready()).toEqual({ status: 503, text: 'not ready: worker' })
  })

  it('names both, and asks for no restart while the database is what the worker may wait for', async () => {
    const { health } = of({ stalled: true, database: 'says nothing' })
    expect(await health.live()).toEqual(alive)
    expect(await health.ready()).toEqual({ status: 503, text: 'not ready: database, worker' })
  })

  it('asks the database once for many questions at once', async () => {
    const { health, questions } = of()
    await Promise.all(Array.from({ length: 20 }, () => health.ready()))
    expect(questions()).toBe(1)
  })

  it('is told over HTTP by an API that stands alone', async () => {
    const routes = healthRoutes(of({ stalled: true }).health)
    const answers = [await routes.request('/health'), await routes.request('/health/ready')]
    expect(answers.map(({ status }) => status)).toEqual([503, 503])
    expect(answers[0]?.headers.get('cache-control')).toBe('no-store')
    expect(await answers[1]?.text()).toBe('not ready: worker')
  })
})
