import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// What the harness calls a server: its settings come in by these names, it says "Server listening", and ends by SIGTERM.
const {
  AGENT_LAUNCH,
  PORT,
  EVM_PAYEE_ADDRESS,
  EVM_RPC_URL,
  FACILITATOR_URL,
  OWN_FACILITATOR_KEY,
  PAY_ON,
  PAY_BY,
  SVM_PAYEE_ADDRESS,
  SVM_RPC_URL,
} = process.env
const folder = mkdtempSync(join(tmpdir(), 'agent-launch-harness-'))
const settles = OWN_FACILITATOR_KEY ? { X402_FACILITATOR_KEY: OWN_FACILITATOR_KEY } : { X402_FACILITATOR_URL: FACILITATOR_URL }
const solana = PAY_ON === 'solana:' ? { X402_SOLANA_PAY_TO: SVM_PAYEE_ADDRESS, X402_SOLANA_RPC_URL: SVM_RPC_URL } : {}
const child = spawn(AGENT_LAUNCH, ['serve'], {
  env: {
    PORT,
    // As the harness calls it: the facilitator's catalogue must list what is sold under this address.
    BASE_URL: `http://localhost:${PORT}`,
    DATA_DIR: folder,
    X402_PAY_TO: EVM_PAYEE_ADDRESS,
    BASE_RPC_URL: EVM_RPC_URL,
    // Gas on this node costs a hundred times what it does on Base.
    X402_DAILY_GWEI: '900000000',
    X402_METHODS: PAY_BY,
    ...settles,
    ...solana,
  },
  stdio: ['ignore', 'pipe', 'inherit'],
})
child.stdout.on('data', (chunk) => {
  process.stdout.write(chunk)
  if (chunk.includes('"message":"listening"')) console.log('Server listening')
})
process.on('SIGTERM', () => child.kill())
child.on('exit', (code) => {
  rmSync(folder, { recursive: true, force: true })
  process.exit(code ?? 1)
})
