import { randomUUID } from 'node:crypto'
import { hashPassword } from 'api/users'
import { beginSession } from 'api/users/sessions'
import { acceptanceAnswer, accessAnswer, invitationAnswer } from 'contract/family'
import { expect } from 'vitest'
import { type ApiWorld, type Browser, password } from './api-world'
import { addInvoice, giveAccount } from './billing-register'

let hash: Promise<string> | undefined

export interface Person {
  id: string
  email: string
  name: string
  browser: Browser
}

/** A signed-in customer with a verified e-mail and a password, without accounts. */
export const newPerson = async (world: ApiWorld, name = 'Нина'): Promise<Person> => {
  hash ??= hashPassword(password)
  const id = randomUUID()
  const email = `${id}@mail.example`
  const at = world.now().toISOString()
  await world.database.db
    .insertInto('users')
    .values({
      id,
      name,
      email,
      email_normalized: email,
      password_hash: await hash,
      created_at: at,
      email_verified_at: at,
    })
    .execute()
  const browser = world.browser()
  browser.setSession(await beginSession(world.database.db, { userId: id, device: null, now: world.now() }))
  return { id, email, name, browser }
}

export const newOwner = async (world: ApiWorld, account: string, name = 'Анна'): Promise<Person> => {
  const owner = await newPerson(world, name)
  await giveAccount(world, owner.id, account)
  return owner
}

/** Adds unpaid invoices for two months. */
export const addInvoices = async ({ database: { db } }: ApiWorld, account: string) => {
  for (const period of ['2026-01', '2026-02']) await addInvoice(db, account, period, { charged: 100_000 })
}

export interface Invitation {
  key?: string
  password?: string
  readings?: boolean
  pay?: boolean
  email?: string | null
  label?: string
  until?: string
}

export const invite = (browser: Browser, account: string, { key = randomUUID(), ...more }: Invitation = {}) =>
  browser.post(`/api/v1/personal/access/${account}`, { readings: false, pay: false, password, ...more }, key)

/** Creates an invitation; returns its id and code. */
export const createInvitation = async (browser: Browser, account: string, more: Invitation = {}) => {
  const answer = await invite(browser, account, more)
  expect(answer.status, answer.text).toBe(201)
  const { data, code } = invitationAnswer.parse(answer.body)
  return { id: data.id, code, data }
}

export const accept = (browser: Browser, { id, code }: { id: string; code: string }) =>
  browser.post(`/api/v1/personal/access-accept/${id}`, { code })
export const preview = (browser: Browser, { id, code }: { id: string; code: string }) =>
  browser.post(`/api/v1/users/access-preview/${id}`, { code })
export const decline = (browser: Browser, { id, code }: { id: string; code: string }) =>
  browser.post(`/api/v1/users/access-decline/${id}`, { code })
export const confirm = (browser: Browser, id: string) => browser.post(`/api/v1/personal/access-confirm/${id}`)
export const endGrant = (browser: Browser, id: string) =>
  browser.send('DELETE', `/api/v1/personal/access-grant/${id}`)

export const accessTo = async (browser: Browser, account: string) => {
  const answer = await browser.get(`/api/v1/personal/access/${account}`)
  expect(answer.status, answer.text).toBe(200)
  return accessAnswer.parse(answer.body).data
}

/** Lets a person have access by an invitation to their address. */
export const letIn = async (owner: Person, person: Person, account: string, more: Invitation = {}) => {
  const invitation = await createInvitation(owner.browser, account, { ...more, email: person.email })
  const answer = await accept(person.browser, invitation)
  expect(answer.status, answer.text).toBe(200)
  expect(acceptanceAnswer.parse(answer.body).data.status).toBe('active')
  return invitation
}
