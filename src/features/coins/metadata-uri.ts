import type { Policy } from '../../ports/deps.ts'

/** Characters of a metadata id: short, since every byte of the address is paid for in the launch transaction. */
export const METADATA_ID_LENGTH = 10

/** Where a coin's metadata JSON is served; what the coin on chain points to. */
export const metadataUri = ({ baseUrl }: Pick<Policy, 'baseUrl'>, metadataId: string): string => `${baseUrl}/m/${metadataId}`
