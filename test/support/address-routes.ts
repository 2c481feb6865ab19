/** Calls that take a coin's address or a wallet and ask its chain, or sign for it: tested with a chain, in any spelling of the address. */
export const ADDRESS_ROUTES_OF_A_CHAIN = [
  'POST /api/agent/launch/dry-run',
  'POST /api/agent/launch',
  'POST /api/agent/launch/unsigned',
  'GET /api/agent/status/{mint}',
  'POST /api/agent/wire-fees',
  'POST /api/agent/wire-fees/unsigned',
  'POST /api/agent/lock-holder-kol',
  'POST /api/agent/lock-holder-kol/unsigned',
  'POST /api/agent/crank',
  'POST /api/jobs/coin',
  'GET /api/markets',
  'GET /api/coins/{mint}/market',
] as const

/** The same EVM address as people write it: with its checksum, in small letters, in capitals. */
export const spellingsOf = (address: string): readonly string[] => [address, address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`]
