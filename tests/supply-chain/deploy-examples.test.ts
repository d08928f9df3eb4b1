import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { uploadLimitMs } from 'api/company-data'
import { readServerConfig } from 'api/server-config'
import { readMonitoringSettings } from 'monitoring/settings'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { readPortalConfig } from '~/server/config.server'

const FOLDER = 'docs/deploy'
const example = (file: string) => readFileSync(join(FOLDER, file), 'utf8')

const settingsOfOneBox = () => parseEnv(example('portal.env'))

const service = z.object({
  image: z.string().optional(),
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  read_only: z.boolean().default(false),
  tmpfs: z.array(z.string()).default([]),
  cap_drop: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
})
const compose = z
  .object({ services: z.object({ portal: service }).catchall(service) })
  .parse(parse(example('compose.yaml')))
const { portal } = compose.services
const services = Object.entries(compose.services)

describe('compose.yaml', () => {
  test('runs the portal with a read-only file system and without capabilities', () => {
    expect(portal).toMatchObject({
      read_only: true,
      tmpfs: ['/tmp'],
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      volumes: ['portal:/data'],
    })
  })

  test('gives the portal settings that it starts with, as the image does', () => {
    // What compose takes from the shell of the operator.
    const filledIn = Object.entries(portal.environment).map(([name, value]) => [
      name,
      value.replace(/\$\{(\w+):\?[^}]*\}/g, '$1'.padEnd(40, '0')),
    ])
    const env = {
      NODE_ENV: 'production',
      HOST: '0.0.0.0',
      DATA_DIR: '/data',
      ...Object.fromEntries(filledIn),
    }
    expect(readPortalConfig(env).publicUrl.origin).toBe('http://localhost:3000')
    expect(readServerConfig(env)).toMatchObject({ demoData: true, paymentGateway: 'sandbox' })
  })

  test.each(services)('names a full version of the image of %s, or builds it', (_, { image }) => {
    expect(image ?? 'built:1.0').toMatch(/:v?\d+[.]\d+/)
    expect(image ?? '').not.toContain('latest')
  })

  test.each(services)('opens the ports of %s to its own machine alone', (_, { ports }) => {
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([])
  })

  test('mounts files that exist', () => {
    const files = services
      .flatMap(([, { volumes }]) => volumes)
      .map((volume) => volume.split(':')[0] ?? '')
      .filter((source) => source.startsWith('.'))
    expect(files).not.toEqual([])
    expect(files.filter((file) => !existsSync(join(FOLDER, file)))).toEqual([])
  })
})

describe('customer-portal.service', () => {
  test.each([
    'User=customer-portal',
    'NoNewPrivileges=yes',
    'CapabilityBoundingSet=',
    'ProtectSystem=strict',
    'StateDirectory=customer-portal',
    'UMask=0077',
  ])('has %s', (line) => {
    expect(example('customer-portal.service').split('\n')).toContain(line)
  })

  test('lets the server move the files of the import folder', () => {
    const [, folder] = /^#IMPORT_DIR=(.*)$/m.exec(example('portal.env')) ?? []
    expect(example('customer-portal.service').split('\n')).toContain(`ReadWritePaths=-${folder}`)
  })

  test('gives the server the folder that is its state', () => {
    expect(example('customer-portal.service')).toContain('StateDirectory=customer-portal\n')
    expect(settingsOfOneBox().DATA_DIR).toBe('/var/lib/customer-portal')
  })
})

test('nginx.conf never sends a form to a second replica', () => {
  const rules = [...example('nginx.conf').matchAll(/^\s*proxy_next_upstream ([^;]+);/gm)].map(
    ([, what]) => what,
  )
  expect(rules).toEqual(['error', 'error http_404', 'error'])
})

test('a refused connection takes no replica out of the proxies', () => {
  // nginx takes one out for ten seconds unless it is told not to; Caddy does not.
  const [, upstream = ''] = /^upstream customer_portal \{(.*?)^\}/ms.exec(example('nginx.conf')) ?? []
  const replicas = [...upstream.matchAll(/^ {2}(?:# )?server (\S+)(.*);$/gm)]
  expect(replicas.map(([, address]) => address)).toEqual(['127.0.0.1:3000', '10.0.0.2:3000'])
  expect(replicas.map(([, , options]) => options)).toEqual([' max_fails=0', ' max_fails=0'])
  expect(example('Caddyfile')).toMatch(
    /#health_uri \/health\/ready\n\s+#health_interval 1s\n\s+#lb_try_duration 5s\n/,
  )
  expect(example('Caddyfile')).not.toContain('fail_duration')
})

test('the backup is confined as the server is', () => {
  const limitsOf = (file: string) =>
    example(file)
      .split('\n')
      .filter((line) =>
        /^(Protect|Private|Restrict|SystemCall|NoNew|Capability|Ambient|Lock|RemoveIPC|UMask)/.test(line),
      )
      .sort()
  expect(limitsOf('customer-portal.service').length).toBeGreaterThan(20)
  expect(limitsOf('customer-portal-backup.service')).toEqual(limitsOf('customer-portal.service'))
})

test('the backup deletes what is older than two weeks, also of one that was broken off', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backups-'))
  const put = (name: string, days: number) => {
    const path = join(folder, name)
    if (name.startsWith('.')) {
      mkdirSync(path)
      writeFileSync(join(path, 'portal.sqlite'), '')
    } else writeFileSync(path, '')
    const then = new Date(Date.now() - days * 24 * 60 * 60_000)
    for (const each of name.startsWith('.') ? [join(path, 'portal.sqlite'), path] : [path])
      utimesSync(each, then, then)
  }
  for (const name of ['portal-old', 'portal-old.json', '.portal-old']) put(name, 20)
  for (const name of ['portal-new', '.portal-new']) put(name, 1)
  put('notes-of-the-operator', 20)
  const [, command = ''] =
    /^ExecStartPost=\/usr\/bin\/(.*)$/m.exec(example('customer-portal-backup.service')) ?? []
  // systemd splits at spaces and takes quotes away, as no name here has either.
  const [program = '', ...given] = command
    .replace('/var/backups/customer-portal', folder)
    .replaceAll("'", '')
    .split(' ')
  expect(program).toBe('find')
  execFileSync(program, given)
  expect(readdirSync(folder).sort()).toEqual(['.portal-new', 'notes-of-the-operator', 'portal-new'])
  rmSync(folder, { recursive: true })
})

describe('portal.env', () => {
  test('starts a portal, once its secrets are filled in', () => {
    const { SESSION_SECRET, SECOND_STEP_KEY, ...others } = settingsOfOneBox()
    expect([SESSION_SECRET, SECOND_STEP_KEY]).toEqual(['', ''])
    const env = { ...others, SESSION_SECRET: 's'.repeat(64), SECOND_STEP_KEY: 'k'.repeat(64) }
    expect(readPortalConfig(env)).toMatchObject({ trustProxy: 1 })
    expect(readServerConfig(env)).toMatchObject({ demoData: false, paymentGateway: 'sandbox' })
    expect(readMonitoringSettings(env)).toMatchObject({ port: 9464, isPortChosen: true })
  })

  test.each(['customer-portal.service', 'customer-portal-backup.service', 'portal-admin'])(
    'is what %s reads, as the same user',
    (file) => {
      expect(example(file)).toMatch(/(EnvironmentFile=|--env-file=)\/etc\/customer-portal\/portal.env\n?/)
      expect(example(file)).toMatch(/(User=|-u )customer-portal\b/)
    },
  )
})

const placeOfImports = () => /location \/imports\/ \{(.*?)\}/s.exec(example('nginx.conf'))?.[1] ?? ''

test('nginx waits for an import as long as the portal does', () => {
  expect(placeOfImports()).toContain(`proxy_read_timeout ${uploadLimitMs / 60_000}m;`)
})

test('nobody from elsewhere reaches the address of imports', () => {
  const location = placeOfImports()
  expect(location).toMatch(/allow 127\.0\.0\.1;\s+deny all;/)
  expect(example('Caddyfile')).toContain('respond /imports/* 404')
})

describe.each(['nginx.conf', 'Caddyfile'])('%s', (file) => {
  test('replaces the visitor’s own X-Forwarded-For', () => {
    expect(example(file)).toMatch(/X-Forwarded-For (\$remote_addr;|\{remote_host\}\n)/)
  })
})
