/** What EVM wallets show field by field and sign: every field is a text, or a list of texts. @see EIP-712 */
export interface TypedData {
  readonly domain: { readonly name: string; readonly version: string }
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>
  readonly primaryType: string
  readonly message: Readonly<Record<string, string | readonly string[]>>
}

/** Typed data of these fields, in their order. It names no chain: wallets sign it whatever network they are on. */
export const typedData = (domainName: string, primaryType: string, message: TypedData['message']): TypedData => ({
  domain: { name: domainName, version: '1' },
  types: {
    EIP712Domain: ['name', 'version'].map((name) => ({ name, type: 'string' })),
    [primaryType]: Object.entries(message).map(([name, value]) => ({ name, type: typeof value === 'string' ? 'string' : 'string[]' })),
  },
  primaryType,
  message,
})
