import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { type ApiWorld, openApiWorld, register, signedIn } from '../support/api-world'
import { createContentFiles } from '../support/content-files'
import { operatorOf, why } from '../support/operator'
import { turnOn } from '../support/second-step-calls'

const email = 'anna@mail.example'
const company = `name: Водоканал «Исток»
letters:
  signature: Ваш «Исток»
  texts:
    verification:
      subject: "{{name}}: подтвердите почту"
`

describeOnEachDatabase('letters of a company', (kind) => {
  const content = openForTests(createContentFiles)
  let world: ApiWorld

  beforeAll(async () => {
    await content.write('company.yaml', company)
    world = await openApiWorld(kind, { env: { CONTENT_DIR: content.folder } })
  })
  beforeEach(() => world.empty())
  afterEach(() => content.write('company.yaml', company))
  afterAll(async () => {
    await world.close()
  })

  it('have its words, and follow its file without a restart', async () => {
    await register(world.browser(), email)
    const [letter] = await world.letters()
    expect(letter).toMatchObject({ subject: 'Водоканал «Исток»: подтвердите почту' })
    expect(letter?.text).toContain('на сайте «Водоканал „Исток“»')
    expect(letter?.text).toContain('\n—\nВаш «Исток»\nhttps://portal.example/\n')

    await content.write('company.yaml', company.replaceAll('Исток', 'Устье'))
    world.pass(2_000)
    await register(world.browser(), 'petr@mail.example')
    expect(await world.letters()).toEqual([
      expect.objectContaining({ subject: 'Водоканал «Устье»: подтвердите почту' }),
    ])
  })

  it('have them when a command writes them, too', async () => {
    const browser = await signedIn(world, email)
    await turnOn(world, browser)
    await world.letters()
    await operatorOf(world)('turn-second-step-off', email, ...why)
    const [letter] = await world.letters()
    expect(letter).toMatchObject({ kind: 'second-step-off', subject: 'Второй шаг при входе выключен' })
    expect(letter?.text).toContain('Ваш «Исток»')
  })
})
