import { ConfigError } from './settings'

interface ListenOptions {
  host: string
  port: number
  portSetting: 'PORT' | 'API_PORT'
}

const wrongHost = ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']

/** A ConfigError that names the wrong setting of a server that can't listen; any other error as it is. */
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
