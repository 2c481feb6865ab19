import { SOL } from '../chain/support/pump-scene.ts'
import { startChainServer } from '../chain/support/chain-server.ts'

// A process of its own in the network of another machine, which stands in for the nodes of Solana: the real programs, at today's time.
// The wallets of the command line have bought a SOL each. Prints its address.
const server = startChainServer({ unixTimestampSec: Math.floor(Date.now() / 1_000), slotsPerPoll: 1 })
for (const wallet of process.argv.slice(2)) server.chain.airdrop(wallet, SOL)
console.log(server.url)
