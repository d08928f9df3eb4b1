import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { inProject } from './root.mjs'

const POLL_MS = 200
// A lock without an owner yet looks abandoned; it may be broken only after this time.
const GRACE_MS = 5_000

const lock = inProject('.cache', 'prepare.lock')
const breaker = inProject('.cache', 'prepare.lock.breaking')

function makeFolder(folder) {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function isOld(folder) {
  const stat = statSync(folder, { throwIfNoEntry: false })
  return stat !== undefined && Date.now() - stat.mtimeMs > GRACE_MS
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function isAbandoned() {
  let owner
  try {
    owner = Number(readFileSync(join(lock, 'pid'), 'utf8'))
  } catch {
    return isOld(lock)
  }
  return !isAlive(owner)
}

// Synchronous, one process at a time: nobody breaks a lock that was just taken again.
function breakAbandoned() {
  if (isOld(breaker)) rmSync(breaker, { recursive: true, force: true })
  if (!makeFolder(breaker)) return
  try {
    if (isAbandoned()) rmSync(lock, { recursive: true, force: true })
  } finally {
    rmSync(breaker, { recursive: true, force: true })
  }
}

/** Runs `work` while no other process of this checkout does; takes over the lock of a dead owner. */
export async function alone(work) {
  mkdirSync(inProject('.cache'), { recursive: true })
  for (let isAnnounced = false; !makeFolder(lock); ) {
    if (isAbandoned()) breakAbandoned()
    else {
      if (!isAnnounced) console.log('Another command is preparing this checkout: waiting for it …')
      isAnnounced = true
      await wait(POLL_MS)
    }
  }
  try {
    writeFileSync(join(lock, 'pid'), String(process.pid))
    return await work()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}
