import type { Database, Queries } from 'api/db/database'
import type { Step } from 'api/worker/worker'
import { DAY, HOUR, MINUTE } from 'format/durations'
import { errorFields, type Log } from 'monitoring/log'
import { inSpan, type SpanDescription, SpanKind } from 'monitoring/tracing'
import { z } from 'zod'
import { LetterRefused, type Mailer, type MailSender } from './mailer'
import {
  type ClaimedLetter,
  claimLetter,
  forgetLetters,
  giveUp,
  markSent,
  postpone,
} from './outbox.repository'
import { mailFault } from './smtp-mailer'

const delaysMs = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR] as const
const leaseMs = 2 * MINUTE
const atOnce = 4
/** How long letters are kept after they were sent or given up. */
const keptForMs = 30 * DAY

const storedHeaders = z.record(z.string(), z.string())

interface OutboxRelayOptions {
  database: Database
  hooks: LetterHooks
  mailer: Mailer
  from: MailSender
  log: Log
  clock: () => Date
}

const spanOf = ({ id, kind, request_id }: ClaimedLetter): SpanDescription => ({
  name: `send ${kind}`,
  kind: SpanKind.CLIENT,
  attributes: { 'portal.letter': id, ...(request_id !== null && { 'portal.request_id': request_id }) },
})

/** For the log. */
const fieldsOf = ({ id, kind, attempts, request_id }: ClaimedLetter) => ({
  letter: id,
  kind,
  attempt: attempts,
  ...(request_id !== null && { requestId: request_id }),
})

/** The error without the recipient's address, which mail servers often repeat. */
function reasonOf(error: unknown): string {
  if (error instanceof LetterRefused) return `refused ${error.responseCode}`
  const code = mailFault(error)
  return error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number'
    ? `${code} ${error.responseCode}`
    : code
}

/**
 * The step that sends the outbox: at least once, a few letters concurrently, with growing pauses after failures for one
 * day; then the letter is given up. Several processes may run it on one database.
 */
export function outboxRelay({ database, hooks, mailer, from, log, clock }: OutboxRelayOptions): Step {
  const { db } = database
  const sending = new Set<Promise<void>>()
  let nextForgetAt = 0

  const fail = async (letter: ClaimedLetter, error: unknown) => {
    const now = clock()
    const reason = reasonOf(error)
    const fields = { ...fieldsOf(letter), reason }
    const delay = error instanceof LetterRefused ? undefined : delaysMs[letter.attempts - 1]
    if (delay === undefined) {
      const isGivenUp = await database.transaction(async (trx) => {
        const isHeld = await giveUp(trx, letter, now, reason)
        const { recipient, created_at: createdAt } = letter
        if (isHeld) await hooks.letterFailed(trx, { recipient, createdAt }, now)
        return isHeld
      }, 'read committed')
      if (isGivenUp) log.error(fields, 'letter given up')
    } else {
      await postpone(db, letter, new Date(now.getTime() + delay), reason)
      log.warn(fields, 'letter not sent, will be tried again')
    }
  }

  const deliver = async (letter: ClaimedLetter) => {
    const { id, kind, recipient, subject, text, html, headers, created_at } = letter
    const message = {
      kind,
      from,
      to: recipient,
      subject,
      text,
      html,
      messageId: `<${id}@${from.domain}>`,
      createdAt: new Date(created_at),
      requestId: letter.request_id,
      userId: letter.user_id,
      ...(headers !== null && { headers: storedHeaders.parse(JSON.parse(headers)) }),
    }
    try {
      await inSpan(spanOf(letter), () => mailer.send(message))
    } catch (error) {
      return fail(letter, error)
    }
    await database.transaction(async (trx) => {
      if (await markSent(trx, letter, clock())) await hooks.letterSent(trx, letter.recipient)
    }, 'read committed')
    log.info(fieldsOf(letter), 'letter sent')
  }

  // A letter whose result could not be stored is due again when its lease ends.
  const track = (delivery: Promise<void>, wake: () => void) => {
    const tracked = delivery
      .catch((error: unknown) => log.error(errorFields(error), 'the outbox could not be written'))
      .finally(() => {
        sending.delete(tracked)
        wake()
      })
    sending.add(tracked)
  }

  const forget = async () => {
    const now = clock().getTime()
    if (now < nextForgetAt) return
    nextForgetAt = now + HOUR
    await forgetLetters(db, new Date(now - keptForMs))
  }

  return {
    name: 'outbox',
    async run(wake) {
      await forget()
      while (sending.size < atOnce) {
        const letter = await claimLetter(db, { now: clock(), leaseMs })
        if (!letter) return
        track(deliver(letter), wake)
      }
    },
    async finish() {
      await Promise.all(sending)
    },
  }
}

interface FailedLetter {
  recipient: string
  /** When it was written; later letters may have been sent. */
  createdAt: string
}

/** What other domains do when a letter is sent or has failed, in the transaction that stores it. */
export interface LetterHooks {
  /** The mail server has accepted a letter to this address. */
  letterSent(trx: Queries, recipient: string): Promise<void>
  /** The letter will not be tried again. */
  letterFailed(trx: Queries, letter: FailedLetter, now: Date): Promise<void>
}
