import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addCertificateGauge } from 'monitoring/certificate'
import { Registry } from 'prom-client'
import { expect, test, vi } from 'vitest'
import { tlsSite } from '../../support/tls-site'
import { Metrics } from '../../web/support/metrics'

const metric = 'portal_certificate_expires_timestamp_seconds'

test('Prometheus reads the last day of the certificate from its second question on, and none of http', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-certificate-'))
  const site = await tlsSite(folder, 30)
  const registry = new Registry()
  addCertificateGauge(registry, site.url)
  const days = async () => {
    const at = new Metrics(await registry.metrics()).of(metric)
    return at === undefined ? undefined : Math.round((at * 1_000 - Date.now()) / (24 * 60 * 60_000))
  }
  expect(await days()).toBeUndefined()
  await vi.waitFor(async () => expect(await days()).toBe(30), 5_000)
  site.close()
  rmSync(folder, { recursive: true })

  const ofHttp = new Registry()
  addCertificateGauge(ofHttp, new URL('http://localhost'))
  expect(new Metrics(await ofHttp.metrics()).of(metric)).toBeUndefined()
})
