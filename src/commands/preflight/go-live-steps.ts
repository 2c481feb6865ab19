/** What must be set before the first coin of a real chain. */
interface GoLiveStep {
  /** The variables, or others in their place. */
  readonly oneOf: readonly (readonly string[])[]
  readonly what: string
}

/** In the order of docs/go-live.md, which has these in bold. */
export const GO_LIVE_STEPS: readonly GoLiveStep[] = [
  { oneOf: [['BASE_URL']], what: 'the https address that clients use; coins carry it for ever' },
  {
    oneOf: [['TRUSTED_PROXIES'], ['TLS_CERT_FILE', 'TLS_KEY_FILE']],
    what: 'the network of the TLS proxy (127.0.0.0/8 where it is on this machine), or a certificate',
  },
  { oneOf: [['OPERATOR_API_KEY'], ['OPERATOR_KEYS']], what: 'the operator’s own key; `openssl rand -hex 32` prints one' },
  {
    oneOf: [
      ['TREASURY_WALLET', 'SOLANA_RPC_URL'],
      ['EVM_TREASURY_WALLET', 'BASE_RPC_URL'],
    ],
    what: 'a wallet that earns, whose secret is not on this machine, and the nodes of its chain',
  },
]
