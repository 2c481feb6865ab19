import type { Finding } from '../../domain/operator/finding.ts'
import type { Fingerprints } from '../../ports/storage/scheduling/agreed-settings.ts'

/** One failure for each setting whose fingerprint is not the one that the replicas of this database agreed on. */
export const agreementFindings = (own: Fingerprints, agreed: Fingerprints): Finding[] =>
  Object.keys(own)
    .filter((name) => name in agreed && agreed[name] !== own[name])
    .map((name) => ({
      level: 'fail',
      text: `${name} is not what the replicas of this database have`,
      fix: `set it as they have it; to change it for all, run \`agent-launch settings --agree\` with the new value, and restart each of them with it`,
    }))
