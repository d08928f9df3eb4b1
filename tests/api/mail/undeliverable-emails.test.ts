import { LetterRefused } from 'api/mail/mailer'
import { outboxRelay } from 'api/mail/outbox-relay.step'
import { smtpMailer } from 'api/mail/smtp-mailer'
import { letterHooks } from 'api/users'
import { mailRequestsStep } from 'api/users/mail-requests'
import { runSteps } from 'api/worker/worker'
import { HOUR } from 'format/durations'
import { noLog } from 'monitoring/log'
import { ConfigError } from 'process/settings'
import { beforeEach, describe, expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { type Browser, currentUser, login, openApiWorld, signedIn } from '../support/api-world'
import { mailServer } from '../support/mail-server'
import { readingOperatorOf, why } from '../support/operator'
import { askForNewEmail, changeEmail, forgetPassword } from '../support/user-calls'

const email = 'Petr@mail.example'
const otherEmail = 'anna@mail.example'

describeOnEachDatabase('letters that do not arrive', (kind) => {
  const world = openForTests(() => openApiWorld(kind))
  let refused: Set<string>
  let isDown: boolean
  beforeEach(async () => {
    await world.empty()
    refused = new Set()
    isDown = false
  })

  const step = (send: (to: string) => Promise<void>) =>
    outboxRelay({
      database: world.database,
      hooks: letterHooks,
      mailer: { send: ({ to }) => send(to) },
      from: world.config.mailFrom,
      log: noLog,
      clock: world.now,
    })
  /** Runs the worker's steps that write and send letters. */
  const mail = () =>
    runSteps([
      mailRequestsStep({ database: world.database, site: world.config, clock: world.now, log: noLog }),
      step(async (to) => {
        if (isDown) throw Object.assign(new Error('no server'), { code: 'ECONNREFUSED' })
        if (refused.has(to)) throw new LetterRefused(550)
      }),
    ])
  const askForLetter = (to = email) => forgetPassword(world.browser(), to.toLowerCase())
  const told = async (browser: Browser) => {
    const { status, body } = await currentUser(browser)
    expect(status).toBe(200)
    return body
  }
  const undeliverable = { data: expect.objectContaining({ email, emailUndeliverable: true }) }
  const asUsual = { data: expect.not.objectContaining({ emailUndeliverable: expect.anything() }) }
  const letters = (...options: string[]) => readingOperatorOf(world)('letters', ...options)
  const deadIds = async () => {
    const [, ...lines] = (await letters()).split('\n')
    return lines.map((line) => line.split('\t')[0] ?? '')
  }

  test('are told to their customer from the refusal on, and to nobody else', async () => {
    const browser = await signedIn(world, email)
    const other = await signedIn(world, otherEmail)
    expect(await told(browser)).toEqual(asUsual)
    refused.add(email)
    await askForLetter()
    await askForLetter(otherEmail)
    await mail()
    expect(await told(browser)).toEqual(undeliverable)
    expect(await told(other)).toEqual(asUsual)
  })

  test('are told at the next login', async () => {
    await signedIn(world, email)
    refused.add(email)
    await askForLetter()
    await mail()
    const browser = world.browser()
    expect(await login(browser, email)).toMatchObject({ status: 200, body: undeliverable })
    expect(await told(browser)).toEqual(undeliverable)
  })

  test('are told only when they are given up, not while they are tried again', async () => {
    const browser = await signedIn(world, email)
    isDown = true
    await askForLetter()
    await mail()
    for (let hours = 0; hours < 22; hours++) {
      expect(await told(browser)).toEqual(asUsual)
      world.pass(HOUR)
      await mail()
    }
    world.pass(HOUR)
    await mail()
    expect(await told(browser)).toEqual(undeliverable)
  })

  test('are forgotten as soon as a letter arrives again', async () => {
    const browser = await signedIn(world, email)
    refused.add(email)
    await askForLetter()
    await mail()
    refused.clear()
    await askForLetter()
    await mail()
    expect(await told(browser)).toEqual(asUsual)
  })

  describe('while a later one arrives', () => {
    /** A letter that is refused at its second attempt, a minute after its first. */
    const refusedLate = async (meanwhile: () => Promise<unknown>) => {
      isDown = true
      await askForLetter()
      await mail()
      isDown = false
      world.pass(30_000)
      await meanwhile()
      await mail()
      world.pass(30_000)
      refused.add(email)
      await mail()
      expect(await deadIds()).toHaveLength(1)
    }

    /** A letter to the customer, as if it was written to this address. */
    const takenBy = async (recipient: string) => {
      await askForLetter()
      await mail()
      const sent = world.database.db.updateTable('outbox').set({ recipient })
      await sent.where('sent_at', 'is not', null).execute()
    }

    test('are not told: the address works', async () => {
      const browser = await signedIn(world, email)
      await refusedLate(() => askForLetter())
      expect(await told(browser)).toEqual(asUsual)
    })

    test('are not told where the address was spelled in another way', async () => {
      const browser = await signedIn(world, email)
      await refusedLate(() => takenBy(email.toUpperCase()))
      expect(await told(browser)).toEqual(asUsual)
    })

    test('are told where that one went to another address', async () => {
      const browser = await signedIn(world, email)
      await refusedLate(() => takenBy(otherEmail))
      expect(await told(browser)).toEqual(undeliverable)
    })

    test('are told where none was taken after they were written', async () => {
      const browser = await signedIn(world, email)
      await askForLetter()
      await mail()
      world.pass(1)
      await refusedLate(async () => {})
      expect(await told(browser)).toEqual(undeliverable)
    })
  })

  test('are forgotten when the address changes', async () => {
    const browser = await signedIn(world, email)
    refused.add(email)
    await askForLetter()
    await mail()
    expect((await changeEmail(world, browser, otherEmail)).status).toBe(200)
    // The letter to the old address is refused as well, and says nothing of the new one.
    await mail()
    expect(await told(browser)).toEqual({
      data: expect.objectContaining({ email: otherEmail, emailVerified: true }),
    })
    expect(await told(browser)).toEqual(asUsual)
  })

  test('to the new address that a customer has asked for say nothing about the present one', async () => {
    const browser = await signedIn(world, email)
    refused.add(otherEmail)
    await askForNewEmail(browser, otherEmail)
    await mail()
    expect(await deadIds()).toHaveLength(1)
    expect(await told(browser)).toEqual(asUsual)
  })

  test('do not show to those who only know the address', async () => {
    await signedIn(world, email)
    const before = await askForLetter()
    refused.add(email)
    await mail()
    const after = await askForLetter()
    expect([after.status, after.text]).toEqual([before.status, before.text])
  })

  test('are given up at once where the mail server refuses the recipient', async () => {
    const browser = await signedIn(world, email)
    const server = await mailServer({ RCPT: '550 no such user' })
    await askForLetter()
    const mailer = smtpMailer(server.url)
    await runSteps([
      mailRequestsStep({ database: world.database, site: world.config, clock: world.now, log: noLog }),
      outboxRelay({
        database: world.database,
        hooks: letterHooks,
        mailer,
        from: world.config.mailFrom,
        log: noLog,
        clock: world.now,
      }),
    ])
    server.stop()
    expect(await letters()).toMatch(/\trefused 550$/)
    expect(await told(browser)).toEqual(undeliverable)
  })

  describe('in the operator’s list', () => {
    const givenUp = async (count: number) => {
      await signedIn(world, email)
      refused.add(email)
      for (let letter = 0; letter < count; letter++) await askForLetter()
      await mail()
    }

    test('have their kind, recipient, times and reason', async () => {
      await givenUp(1)
      const [head, line, ...more] = (await letters()).split('\n')
      const now = world.now().toISOString()
      expect(head).toBe(['letter', 'kind', 'to', 'written', 'given up', 'reason'].join('\t'))
      expect(line?.split('\t').slice(1)).toEqual([
        'password-reset',
        'P…@mail.example',
        now,
        now,
        'refused 550',
      ])
      expect(await letters('list', '--show', ...why)).toContain(email)
      await expect(letters('list', '--show')).rejects.toThrow('--why')
      expect(more).toEqual([])
    })

    test('stand apart from letters that wait for the mail server, with the next attempt', async () => {
      await signedIn(world, otherEmail)
      await givenUp(1)
      expect(await letters('--waiting')).toBe('No letter waits')
      isDown = true
      await askForLetter(otherEmail)
      await mail()
      const written = world.now()
      const next = new Date(written.getTime() + 60_000).toISOString()
      const [head, line, ...more] = (await letters('list', '--waiting')).split('\n')
      expect(head).toBe(['letter', 'kind', 'to', 'written', 'attempts', 'next attempt', 'reason'].join('\t'))
      expect(line?.split('\t').slice(1)).toEqual([
        'password-reset',
        expect.stringMatching(/@mail\.example$/),
        written.toISOString(),
        '1',
        next,
        'ECONNREFUSED',
      ])
      expect(more).toEqual([])
      expect(await letters('--waiting', '--show', ...why)).toContain(otherEmail)
      expect(await deadIds()).toHaveLength(1)
    })

    test('can be sent at once when the mail server is there again, but not the ones that are being sent', async () => {
      await signedIn(world, email)
      isDown = true
      await askForLetter()
      // After the third failure the next attempt is half an hour away.
      for (const minutes of [0, 1, 5]) {
        world.pass(minutes * 60_000)
        await mail()
      }
      await askForLetter()
      await mail()
      isDown = false
      // The younger one is due within a minute, and may be in a worker's hands.
      expect(await letters('retry', '--waiting')).toBe(
        'Letters to be sent again: 2, 1 of them within minutes',
      )
      await mail()
      expect((await letters('--waiting')).split('\n')).toHaveLength(2)
    })

    test('are none while all letters arrive', async () => {
      await signedIn(world, email)
      await askForLetter()
      await mail()
      expect(await letters()).toBe('No letter was given up in the last 30 days')
    })

    test('can be sent again one by one', async () => {
      await givenUp(2)
      const [first = '', second = ''] = await deadIds()
      expect(await letters('retry', first)).toBe('Letters to be sent again: 1')
      expect(await deadIds()).toEqual([second])
      refused.clear()
      await mail()
      const sent = await world.database.db
        .selectFrom('outbox')
        .select(['sent_at', 'attempts'])
        .where('id', '=', first)
        .executeTakeFirst()
      expect(sent).toEqual({ sent_at: world.now().toISOString(), attempts: 1 })
    })

    test('can be sent again all at once, with all their attempts', async () => {
      await givenUp(3)
      expect(await letters('retry', '--all')).toBe('Letters to be sent again: 3')
      expect(await deadIds()).toEqual([])
      refused.clear()
      isDown = true
      await mail()
      expect(await deadIds()).toEqual([])
      await mail()
      expect(await letters('retry', '--all')).toBe('Letters to be sent again: 0')
    })

    test('that are unknown change nothing', async () => {
      await givenUp(1)
      const [id = ''] = await deadIds()
      await expect(letters('retry', id, 'no-such-letter')).rejects.toThrow(
        new ConfigError('letters: not among the letters given up: no-such-letter'),
      )
      expect(await deadIds()).toEqual([id])
    })

    test.each([['retry'], ['--all'], ['send', '--all'], ['retry', 'some-letter', '--all'], ['--everything']])(
      'are not listed or sent by the wrong call %s %s',
      async (...options) => {
        await expect(letters(...options)).rejects.toThrow(ConfigError)
      },
    )
  })
})
