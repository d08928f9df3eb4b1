import type { GatewayModule } from './gateway-module'
import { sandbox } from './sandbox'
import { yookassa } from './yookassa'

/** Every gateway that this server knows. Another one is a folder beside these, and a line here. */
export const gatewayList: readonly GatewayModule[] = [sandbox, yookassa]
