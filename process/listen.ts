import type { Server } from 'node:http'
import { ConfigError } from './settings'

interface ListenOptions {
  host: string
  port: number
  portSetting: 'PORT' | 'API_PORT'
}

const wrongHost = ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']

/** Converts the error of a server that can't listen to a ConfigError that names the wrong setting, if there is one. */
export const listenError = (
  error: NodeJS.ErrnoException,
  { host, port, portSetting }: ListenOptions,
): Error => {
  const { code = '' } = error
  if (code === 'EADDRINUSE') return new ConfigError(`${portSetting}: ${port} is in use already`)
  if (code === 'EACCES')
    return new ConfigError(`${portSetting}: ${port} may not be used by this user (EACCES)`)
  if (wrongHost.includes(code))
    return new ConfigError(`HOST: ${host} is no address of this machine (${code})`)
  return error
}

/** Listens as the settings say. `onListening` gets the base address: `publicUrl`, or with port 0 the actual address. */
export const listen = (
  server: Server,
  options: ListenOptions & { publicUrl: string; fail: (error: Error) => void },
  onListening: (base: string) => void,
) => {
  const { host, port, publicUrl, fail } = options
  server.listen(port, host, () => {
    const address = server.address()
    const actualPort = typeof address === 'object' && address ? address.port : port
    onListening(port === 0 ? `http://localhost:${actualPort}` : publicUrl)
  })
  server.on('error', (error) => fail(listenError(error, options)))
}
