import { DAY } from 'format/durations'
import { sql } from 'kysely'
import type { Defaulted, Nullable } from '../../columns'
import { forgeable } from '../../lifecycle'
import type { SchemaPart } from '../../migration'

export type TokenPurpose = 'verify' | 'reset' | 'change-email' | 'undo-email' | 'not-me' | 'undo-deletion'

/** Counted together with the requests for letters. */
export const letterRequests = { key: 'letterRequests', words: 'запросы писем' }
const secondStep = { key: 'secondStep', words: 'второй шаг при входе, запасные коды' }

export interface CustomersTables {
  users: {
    id: string
    name: string
    /** As the customer typed it, for letters and screens. */
    email: string
    email_normalized: string
    phone: Nullable<string>
    password_hash: string
    email_verified_at: Nullable<string>
    created_at: string
    consent_version: Nullable<string>
    consent_at: Nullable<string>
    consent_address: Nullable<string>
    /** The number of the deletion that the customer has asked for; null, like the moments below: none. */
    deletion_id: Nullable<string>
    deletion_asked_at: Nullable<string>
    /** When everything about the customer is erased. Until then the deletion can be undone. */
    erase_at: Nullable<string>
    /** When the first letter to the address was given up since one was taken; null: letters arrive, as far as we know. */
    email_undeliverable_since: Nullable<string>
  }

  sessions: {
    /** For the list of sessions; it opens nothing. */
    id: string
    /** Of the cookie. */
    token_hash: string
    user_id: string
    device: Nullable<string>
    created_at: string
    last_used_at: string
  }

  mailed_tokens: {
    id: string
    user_id: string
    purpose: TokenPurpose
    code_hash: string
    /**
     * By purpose: the other e-mail address; for `verify` the registered data, as JSON; for `not-me` the hash of the new
     * device.
     */
    payload: Nullable<string>
    created_at: string
    expires_at: string
    used_at: Nullable<string>
  }

  /**
   * The last registration of each address, also of a taken one: a login with its password is answered alike for both. It is
   * forgotten when the owner of the mailbox verifies the address or sets a password by a mailed link.
   */
  registration_attempts: {
    email_normalized: string
    password_hash: string
    created_at: string
  }

  known_devices: {
    user_id: string
    device_hash: string
    last_seen_at: string
    /** Until then a login from here needs no code; null: it needs one. */
    code_unneeded_until: Nullable<string>
  }

  /** The second step of a customer's logins. */
  second_steps: {
    user_id: string
    /** What codes are made from: base32, sealed where SECOND_STEP_KEY is set. */
    secret: string
    /** Until when it can be turned on. */
    setup_expires_at: string
    /** Null: a setup, which no login asks for. */
    turned_on_at: Nullable<string>
    /** The half-minute of the last code: neither it nor an earlier one is accepted again. */
    last_used_step: Nullable<number>
  }

  recovery_codes: {
    user_id: string
    code_hash: string
    created_at: string
    used_at: Nullable<string>
  }

  /** A login whose password was right and whose code is awaited. */
  second_step_logins: {
    token_hash: string
    user_id: string
    /** Codes that were typed so far. */
    tries: Defaulted<number>
    created_at: string
    expires_at: string
  }
}

/** Customers, their sessions and logins. */
export const customers: SchemaPart<CustomersTables> = {
  statements: (text) => [
    sql`create table users (
      id ${text} primary key,
      name ${text} not null,
      email ${text} not null,
      email_normalized ${text} not null unique,
      phone ${text},
      password_hash ${text} not null,
      email_verified_at ${text},
      email_undeliverable_since ${text},
      consent_version ${text},
      consent_at ${text},
      consent_address ${text},
      deletion_id ${text},
      deletion_asked_at ${text},
      erase_at ${text},
      created_at ${text} not null
    )`,
    sql`create index users_to_erase on users (erase_at) where erase_at is not null`,
    // For the step that deletes old registrations whose address was never confirmed.
    sql`create index users_unconfirmed on users (created_at) where email_verified_at is null`,

    sql`create table sessions (
      id ${text} primary key,
      token_hash ${text} not null unique,
      user_id ${text} not null references users (id) on delete cascade,
      device ${text},
      created_at ${text} not null,
      last_used_at ${text} not null
    )`,
    sql`create index sessions_user on sessions (user_id)`,
    sql`create index sessions_created on sessions (created_at)`,
    sql`create index sessions_last_used on sessions (last_used_at)`,

    sql`create table mailed_tokens (
      id ${text} primary key,
      user_id ${text} not null references users (id) on delete cascade,
      purpose ${text} not null,
      code_hash ${text} not null,
      payload ${text},
      created_at ${text} not null,
      expires_at ${text} not null,
      used_at ${text}
    )`,
    sql`create index mailed_tokens_user on mailed_tokens (user_id, purpose)`,
    sql`create index mailed_tokens_expiry on mailed_tokens (expires_at)`,

    // Has no user_id: an attempt with a taken address is kept like any other.
    sql`create table registration_attempts (
      email_normalized ${text} primary key,
      password_hash ${text} not null,
      created_at ${text} not null
    )`,
    sql`create index registration_attempts_created on registration_attempts (created_at)`,

    sql`create table known_devices (
      user_id ${text} not null references users (id) on delete cascade,
      device_hash ${text} not null,
      last_seen_at ${text} not null,
      code_unneeded_until ${text},
      primary key (user_id, device_hash)
    )`,

    sql`create table second_steps (
      user_id ${text} primary key references users (id) on delete cascade,
      secret ${text} not null,
      setup_expires_at ${text} not null,
      turned_on_at ${text},
      last_used_step integer
    )`,
    sql`create index second_steps_setup on second_steps (setup_expires_at) where turned_on_at is null`,

    sql`create table recovery_codes (
      user_id ${text} not null references users (id) on delete cascade,
      code_hash ${text} not null,
      created_at ${text} not null,
      used_at ${text},
      primary key (user_id, code_hash)
    )`,

    sql`create table second_step_logins (
      token_hash ${text} primary key,
      user_id ${text} not null references users (id) on delete cascade,
      tries integer not null default 0,
      created_at ${text} not null,
      expires_at ${text} not null
    )`,
    sql`create index second_step_logins_user on second_step_logins (user_id)`,
    sql`create index second_step_logins_expiry on second_step_logins (expires_at)`,
  ],

  tables: {
    users: {
      retention: 'with its customer',
      copy: {
        code: 'profile',
        hidden: {
          email_normalized: 'the e-mail in lower case',
          password_hash: 'the password could be guessed by it',
          deletion_id: 'nobody who is being deleted can sign in',
          deletion_asked_at: 'nobody who is being deleted can sign in',
          erase_at: 'nobody who is being deleted can sign in',
        },
      },
      erasure: {
        deletedBy: 'id',
        countedAs: { key: 'profile', words: 'имя, почта, телефон, пароль, согласие с сетевым адресом' },
      },
    },
    sessions: {
      retention: 'every hour',
      copy: {
        section: 'sessions',
        columns: ['id', 'device', 'created_at as createdAt', 'last_used_at as lastUsedAt'],
        order: ['created_at desc'],
        hidden: { token_hash: forgeable },
      },
      erasure: { deletedBy: 'user_id', countedAs: { key: 'sessions', words: 'сеансы' } },
    },
    mailed_tokens: {
      retention: { deletedAfterMs: 30 * DAY, since: 'expires_at', key: 'id' },
      copy: { code: 'mailedLinks', hidden: { code_hash: forgeable } },
      erasure: { deletedBy: 'user_id', countedAs: { key: 'mailedLinks', words: 'ссылки из писем' } },
    },
    registration_attempts: {
      // As long as anybody can expect to confirm a registration.
      retention: { deletedAfterMs: 30 * DAY, since: 'created_at', key: 'email_normalized' },
      copy: {
        nothing:
          'what somebody has typed with the address who may be a stranger: a hash of a password and when',
      },
      erasure: { code: 'registrationAttempts', countedAs: letterRequests },
    },
    known_devices: {
      retention: 'with its customer',
      copy: {
        section: 'devices',
        columns: ['last_seen_at as lastSeenAt', 'code_unneeded_until as codeUnneededUntil'],
        order: ['last_seen_at desc'],
        hidden: { device_hash: forgeable },
      },
      erasure: { deletedBy: 'user_id', countedAs: { key: 'devices', words: 'устройства входа' } },
    },
    second_steps: {
      // Setups that nobody has finished are deleted every hour.
      retention: 'every hour',
      copy: {
        section: 'secondStep',
        within: 'spread',
        columns: [
          'setup_expires_at as setupExpiresAt',
          'turned_on_at as turnedOnAt',
          'last_used_step as lastUsedStep',
        ],
        order: ['user_id'],
        hidden: { secret: 'codes of the second step are made from it' },
      },
      erasure: { deletedBy: 'user_id', countedAs: secondStep },
    },
    recovery_codes: {
      retention: 'with its customer',
      copy: {
        section: 'secondStep',
        within: { rows: 'recoveryCodes' },
        columns: ['created_at as createdAt', 'used_at as usedAt'],
        order: ['created_at', 'code_hash'],
        hidden: { code_hash: forgeable },
      },
      erasure: { deletedBy: 'user_id', countedAs: secondStep },
    },
    second_step_logins: {
      retention: { deletedAfterMs: 0, since: 'expires_at', key: 'token_hash' },
      copy: {
        section: 'secondStep',
        within: { rows: 'awaitedCodes' },
        columns: ['tries', 'created_at as createdAt', 'expires_at as expiresAt'],
        order: ['created_at', 'token_hash'],
        hidden: { token_hash: forgeable },
      },
      erasure: { deletedBy: 'user_id', countedAs: secondStep },
    },
  },
}
