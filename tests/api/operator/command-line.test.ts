import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { UsageError } from 'cli/command'
import { runCommandLine } from 'cli/command-line'
import { commands } from 'cli/command-list'
import { describe, expect, test } from 'vitest'

const typed = async (...args: string[]) => String(await runCommandLine(args, '/srv/portal/build/admin.js'))

describe('the help', () => {
  test('lists every command, and explains each with its options', async () => {
    const list = await typed('help')
    expect(await typed()).toBe(list)
    for (const [name, { summary, options = {} }] of Object.entries(commands)) {
      expect(list).toContain(`  ${name}`)
      expect(list).toContain(summary)
      const one = await typed('help', name)
      expect(one.split('\n')[0]).toMatch(new RegExp(`^${name}( |$)`))
      for (const option of Object.keys(options)) expect(one).toContain(`  --${option}`)
      expect(await typed(name, '--help')).toBe(one)
    }
  })

  test('of an unknown command names the commands that exist', async () => {
    await expect(typed('help', 'refunds')).rejects.toThrow(/refunds: no such command.*refund/)
    await expect(typed('refunds')).rejects.toThrow(UsageError)
  })
})

describe.skipIf(!existsSync('/bin/bash'))('the completion', () => {
  /** What bash offers after these words. */
  const offered = async (...words: string[]) => {
    const script = await typed('completion', 'bash')
    const { stdout } = await promisify(execFile)('/bin/bash', [
      '-c',
      `${script}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _portal_admin; printf '%s\\n' "\${COMPREPLY[@]}"`,
      'bash',
      'portal-admin',
      ...words,
    ])
    return stdout.trim().split('\n')
  }

  test('offers commands, their words, options and values', async () => {
    expect(await offered('re')).toEqual([
      'reset-link',
      'refund',
      'reconcile',
      'release-charges',
      'rebuild-balances',
      'remove-account',
      'restore',
      'readings-register',
    ])
    expect(await offered('import', 'in')).toEqual(['invoices'])
    expect(await offered('letters', 're')).toEqual(['retry'])
    expect(await offered('refund', 'number', '--w')).toEqual(['--why'])
    expect(await offered('payments-register', '2026-10-05', '--format', '')).toEqual(['csv', '1c'])
    expect(await offered('help', 'find')).toEqual(['find'])
    expect(await offered('completion', 'z')).toEqual(['zsh'])
  })

  test('offers files where a file is meant', async () => {
    expect(await offered('import', 'accounts', 'docs/import/acc')).toEqual([
      'docs/import/accounts.csv',
      'docs/import/accounts.yaml',
    ])
    expect(await offered('import', 'accounts', 'x.csv', '--map', 'docs/import/b')).toContain(
      'docs/import/balances.yaml',
    )
  })

  test('runs the program of the archive, unless the machine has a portal-admin of its own', async () => {
    const script = await typed('completion', 'bash')
    const run = async (before: string) => {
      const { stdout } = await promisify(execFile)('/bin/bash', [
        '-c',
        `node() { echo "node $@"; }; ${before}\n${script}\nportal-admin find 1`,
      ])
      return stdout.trim()
    }
    expect(await run('')).toMatch(/^node \S+ find 1$/)
    expect(await run('portal-admin() { echo "own $@"; }')).toBe('own find 1')
  })

  test('is for two shells', async () => {
    expect(await typed('completion', 'zsh')).toContain('bashcompinit')
    await expect(typed('completion', 'fish')).rejects.toThrow('bash or zsh')
  })
})
