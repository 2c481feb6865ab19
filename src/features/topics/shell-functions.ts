import { sampleSeedHex } from '../../domain/sample-wallets.ts'

/** The functions `wallet FILE` (its address) and `sign FILE TEXT` (base64), for keys as PKCS#8 DER. */
export const SIGNING = `b58() { od -An -v -tu1 | awk '{for(i=1;i<=NF;i++){c=$i;if(!c&&!n)z=z 1;for(j=0;j<n;j++){c+=256*d[j];d[j]=c%58;c=int(c/58)}while(c){d[n++]=c%58;c=int(c/58)}}}END{while(n)o=o substr("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",d[--n]+1,1);print z o}'; }
wallet() { openssl pkey -inform DER -in $1 -pubout -outform DER | tail -c 32 | b58; }
sign() { printf %s "$2" > message; openssl pkeyutl -sign -rawin -inkey $1 -keyform DER -in message | base64 -w0; }`

/** Says where the key files of these commands come from. */
export const keyFilesText = (simulated: boolean): string =>
  simulated ? '' : ' launcher.der is your launcher’s key as PKCS#8 DER; a wallet library signs the same bytes.'

const ED25519_PKCS8 = '302e020100300506032b657004220420'

/** Writes the key of a sample wallet into a file. */
export const sampleKeyCommand = (name: Parameters<typeof sampleSeedHex>[0], file: string): string =>
  `printf "$(printf ${ED25519_PKCS8}${sampleSeedHex(name)} | sed 's/../\\\\x&/g')" > ${file}`

/** The wallet headers of a call, over a message that ends in the time. */
export const walletHeaders = (file: string, message: string): string =>
  `AT=$(date +%s)000
WALLET_HEADERS=(-H "x-svc-wallet: $(wallet ${file})" -H "x-svc-timestamp: $AT" -H "x-svc-signature: $(sign ${file} "${message}:$AT")")`
