import { wrapAxiosWithPayment, x402Client } from '@x402/axios'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import axios from 'axios'
import { privateKeyToAccount } from 'viem/accounts'

/** The answer to one call, made and paid for by the stock client for axios. */
export const axiosCall = (privateKey, call) => {
  const client = new x402Client().register('eip155:*', new ExactEvmScheme(privateKeyToAccount(privateKey)))
  return wrapAxiosWithPayment(axios.create(), client).request(call)
}
